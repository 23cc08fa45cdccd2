import type { Context, SuspendScope } from '../context.ts';
import type { TerminalInput } from './key-decoder.ts';
import { listenToKeyboard } from './keyboard.ts';
import { notificationSequence } from './notification.ts';
import { openScreen, type Screen } from './screen.ts';

/** Time between redraws while the terminal is resized. */
const RESIZE_DEBOUNCE_MS = 50;

/** Delay between SIGCONT and taking over the terminal again. */
const RESUME_DELAY_MS = 20;

export interface LiveTerminal {
  /** Shows a frame and writes only the parts that changed. */
  paint(lines: ReadonlyArray<string>): void;
  ring(): void;
  /** Shows a notification on the desktop, and rings the bell. */
  notify(text: string): void;
  /** As `copy` of the screen. */
  copy(text: string): boolean;
  /** Restores the terminal, stops the process until it is continued, and takes over the terminal again. */
  suspend(): Promise<void>;
  /** Restores the terminal and prints `lines` on its main screen. */
  close(lines: ReadonlyArray<string>): void;
}

export interface LiveTerminalEvents {
  /** Called once per read of stdin. */
  onInput(inputs: ReadonlyArray<TerminalInput>): void;
  /** Called when the caller must paint again: after a resize, and after other programs may have used the terminal. */
  onRepaint(): void;
}

/** Takes over the terminal: alternate screen and raw mode. The caller must call `close` on every code path. */
export function openLiveTerminal(context: Context, { onInput, onRepaint }: LiveTerminalEvents): LiveTerminal {
  const { stdout, env } = context;
  const hold = holdTerminal(context, onInput);
  const onResize = debounce(context, () => {
    hold.screen()?.invalidate();
    onRepaint();
  });
  const suspension = createSuspension(context, hold, onRepaint);
  stdout.on?.('resize', onResize);
  return {
    paint: (lines) => hold.screen()?.paint(lines),
    ring: () => hold.screen()?.ring(),
    notify: (text) => hold.screen()?.notify(notificationSequence(text, env)),
    copy: (text) => hold.screen()?.copy(text) ?? false,
    suspend: () => suspension.suspend('group'),
    close(lines) {
      suspension.close();
      stdout.off?.('resize', onResize);
      hold.release(lines);
    },
  };
}

/** The screen and the keyboard, which are held and released together. */
interface Hold {
  /** Null while they are released. */
  screen(): Screen | null;
  /** Prints `lines` on the main screen. */
  release(lines: ReadonlyArray<string>): void;
  acquire(): void;
}

function holdTerminal(context: Context, onInput: LiveTerminalEvents['onInput']): Hold {
  let screen: Screen | null = openScreen(context.stdout);
  let stopListening = listenToKeyboard(context, onInput);
  return {
    screen: () => screen,
    release(lines) {
      stopListening();
      screen?.close(lines);
      screen = null;
    },
    // Raw mode first: it stops a background job (SIGTTOU) before the job writes to the screen of another program.
    acquire() {
      stopListening = listenToKeyboard(context, onInput);
      screen = openScreen(context.stdout);
    },
  };
}

/** Releases the terminal while the process is stopped, on request of the user or of another program. */
function createSuspension({ host, clock, signal }: Context, hold: Hold, onRepaint: () => void) {
  let isSuspended = false;
  let isClosed = false;
  const resume = () => {
    hold.acquire();
    onRepaint();
  };
  const suspend = async (scope: SuspendScope) => {
    if (hold.screen() === null) return;
    hold.release([]);
    isSuspended = true;
    await host.suspend(scope);
    // A signal such as SIGTERM, sent while the process was stopped, must be handled first.
    await clock.sleep(RESUME_DELAY_MS, signal).catch(() => undefined);
    isSuspended = false;
    if (!isClosed && !signal.aborted) resume();
  };
  // After SIGSTOP, which cannot be caught, another program may have changed the screen and the terminal modes.
  const onContinue = () => {
    if (isSuspended || isClosed || signal.aborted) return;
    hold.release([]);
    resume();
  };
  const removeSuspendListener = host.onSuspendRequest(() => void suspend('process'));
  const removeContinueListener = host.onContinue(onContinue);
  return {
    suspend,
    close() {
      isClosed = true;
      removeSuspendListener();
      removeContinueListener();
    },
  };
}

/** Runs `work` once for all calls of the next 50 ms, at their end. */
function debounce({ clock, signal }: Pick<Context, 'clock' | 'signal'>, work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const run = () => {
      isWaiting = false;
      work();
    };
    clock.sleep(RESIZE_DEBOUNCE_MS, signal).then(run, () => undefined);
  };
}
