import type { Context, SignalScope } from '../context.ts';
import { hasTitle } from '../text/capabilities.ts';
import { listenToKeyboard, type TerminalInput } from './keyboard.ts';
import { notificationSequence } from './notification.ts';
import { openScreen, type Screen } from './screen.ts';

/** Time between redraws while the terminal is resized. */
const RESIZE_DEBOUNCE_MS = 50;

/** Delay between SIGCONT and taking over the terminal again. */
const RESUME_DELAY_MS = 20;

interface LiveTerminalEvents {
  /** Called once per read of stdin. */
  onInput(inputs: ReadonlyArray<TerminalInput>): void;
  /** Called when the caller must paint again: after a resize, and after other programs may have used the terminal. */
  onRepaint(): void;
}

/** Takes over the terminal: raw mode and alternate screen. The caller must call `close` on every code path. */
export function openLiveTerminal(context: Context, { onInput, onRepaint }: LiveTerminalEvents) {
  const { stdout, env, host, clock, signal } = context;
  /** Null while the terminal is released. */
  let screen: Screen | null = null;
  /** Null while there is no keyboard. */
  let stopListening: (() => void) | null = null;
  let isClosed = false;
  // Raw mode first: it stops a background job (SIGTTOU) before the job writes to the screen of another program.
  const acquire = () => {
    stopListening = listenToKeyboard(context, onInput);
    screen = openScreen(stdout, hasTitle(context));
  };
  const release = (lines: ReadonlyArray<string>) => {
    stopListening?.();
    screen?.close(lines);
    screen = null;
  };
  const resume = () => {
    acquire();
    onRepaint();
  };
  const suspend = async (scope: SignalScope) => {
    if (screen === null) return;
    release([]);
    await host.suspend(scope);
    // A signal such as SIGTERM, sent while the process was stopped, must be handled first.
    await clock.sleep(RESUME_DELAY_MS, signal).catch(() => undefined);
    if (!isClosed && !signal.aborted) resume();
  };
  let isResizing = false;
  const onResize = () => {
    if (isResizing) return;
    isResizing = true;
    const repaint = () => {
      isResizing = false;
      screen?.invalidate();
      onRepaint();
    };
    clock.sleep(RESIZE_DEBOUNCE_MS, signal).then(repaint, () => undefined);
  };
  // After SIGSTOP, which cannot be caught, another program may have changed the screen and the terminal modes.
  const onContinue = () => {
    if (screen === null || signal.aborted) return;
    release([]);
    resume();
  };
  acquire();
  stdout.on?.('resize', onResize);
  const removers = [host.onSuspendRequest(() => void suspend('process')), host.onContinue(onContinue)];
  return {
    hasKeyboard: () => stopListening !== null,
    paint: (lines: ReadonlyArray<string>, title?: string) => screen?.paint(lines, title),
    /** Makes the next paint write the whole screen, to which another program may have written. */
    reset: () => screen?.reset(),
    ring: () => screen?.send('\x07'),
    notify: (text: string) => screen?.send(notificationSequence(text, env)),
    copy: (text: string) => screen?.copy(text) ?? false,
    /** Restores the terminal, stops the process until it is continued, and takes over the terminal again. */
    suspend: () => suspend('group'),
    close(lines: ReadonlyArray<string>) {
      isClosed = true;
      for (const remove of removers) remove();
      stdout.off?.('resize', onResize);
      release(lines);
    },
  };
}
