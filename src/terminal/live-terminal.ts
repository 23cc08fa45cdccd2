import type { Context, SignalScope } from '../context.ts';
import { hasTitle } from '../text/capabilities.ts';
import { listenToKeyboard, type TerminalInput } from './keyboard.ts';
import { notificationSequence } from './notification.ts';
import { openScreen, type Screen } from './screen.ts';

const RESIZE_DEBOUNCE_MS = 50;

const RESUME_DELAY_MS = 20;

interface LiveTerminalEvents {
  onInput(inputs: ReadonlyArray<TerminalInput>): void;
  /** Called after a resize, and after other programs may have used the terminal. */
  onRepaint(): void;
}

/** Switches to raw mode and the alternate screen. The caller must call `close` on every code path. */
export function openLiveTerminal(context: Context, { onInput, onRepaint }: LiveTerminalEvents) {
  const { stdout, env, host, clock, signal } = context;
  let screen: Screen | null = null;
  let stopListening: (() => void) | null = null;
  let isClosed = false;
  // Set raw mode first: it stops a background job (SIGTTOU) before the job can write to the screen.
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
    // First handle a signal, such as SIGTERM, that arrived while the process was stopped.
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
  // After SIGSTOP, which cannot be caught, another program may have changed the screen and the modes.
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
    reset: () => screen?.reset(),
    ring: () => screen?.send('\x07'),
    notify: (text: string) => screen?.send(notificationSequence(text, env)),
    copy: (text: string) => screen?.copy(text) ?? false,
    suspend: () => suspend('group'),
    close(lines: ReadonlyArray<string>) {
      isClosed = true;
      for (const remove of removers) remove();
      stdout.off?.('resize', onResize);
      release(lines);
    },
  };
}
