import type { Context, SuspendScope } from '../context.ts';
import type { TerminalInput } from './key-decoder.ts';
import { listenKeyboard } from './keyboard.ts';
import { enterScreen, type Screen } from './screen.ts';

/** While the size changes, redraws are at least this far apart. */
const RESIZE_MILLISECONDS = 50;

/** After a wake-up, before the terminal is taken again. */
const WAKE_MILLISECONDS = 20;

export interface LiveTerminal {
  /** Shows a frame; writes what differs, or nothing. */
  paint(lines: ReadonlyArray<string>): void;
  ring(): void;
  /** Gives the terminal back, stops the process until it is continued where a shell can do that, and takes the terminal again. */
  suspend(): Promise<void>;
  /** Gives the terminal back for good; `keep` stays on its main screen. */
  close(keep: ReadonlyArray<string>): void;
}

export interface LiveTerminalEvents {
  /** All that one read of the keyboard brought. */
  onInput(inputs: ReadonlyArray<TerminalInput>): void;
  /** The size has changed, or somebody else has used the terminal: paint again. */
  onRepaint(): void;
}

/** Takes the terminal: alternate screen, keys without echo. The caller owes a `close` on every way out. */
export function openLiveTerminal(context: Context, { onInput, onRepaint }: LiveTerminalEvents): LiveTerminal {
  const { stdout, clock, host } = context;
  let screen: Screen | null = enterScreen(stdout);
  let stopListening = listenKeyboard(context, onInput);
  let resizing = false;
  let isSuspended = false;
  let isClosed = false;
  const onResize = () => {
    if (resizing) return;
    resizing = true;
    const repaint = () => {
      resizing = false;
      screen?.invalidate();
      onRepaint();
    };
    clock.sleep(RESIZE_MILLISECONDS, context.signal).then(repaint, () => undefined);
  };
  const giveBack = (keep: ReadonlyArray<string>) => {
    stopListening();
    screen?.leave(keep);
    screen = null;
  };
  // Raw mode first: a job in the background stops at that, before it has written to somebody else's screen.
  const take = () => {
    stopListening = listenKeyboard(context, onInput);
    screen = enterScreen(stdout);
    onRepaint();
  };
  const suspend = async (scope: SuspendScope) => {
    if (screen === null) return;
    giveBack([]);
    isSuspended = true;
    await host.suspend(scope);
    // A signal that came with the wake-up is heard first.
    await clock.sleep(WAKE_MILLISECONDS, context.signal).catch(() => undefined);
    isSuspended = false;
    if (!isClosed && !context.signal.aborted) take();
  };
  // Whoever stopped us without asking has used the terminal meanwhile.
  const onContinue = () => {
    if (isSuspended || isClosed || context.signal.aborted) return;
    giveBack([]);
    take();
  };
  stdout.on?.('resize', onResize);
  const stopSuspending = host.onSuspendRequest(() => void suspend('process'));
  const stopContinuing = host.onContinue(onContinue);
  return {
    paint: (lines) => screen?.paint(lines),
    ring: () => screen?.ring(),
    suspend: () => suspend('group'),
    close(keep) {
      isClosed = true;
      stopSuspending();
      stopContinuing();
      stdout.off?.('resize', onResize);
      giveBack(keep);
    },
  };
}
