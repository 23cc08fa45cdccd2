import type { Context } from '../context.ts';
import { listenKeys } from './raw-input.ts';
import { enterScreen, type Screen } from './screen.ts';

/** While the size changes, redraws are at least this far apart. */
const RESIZE_MILLISECONDS = 50;

export interface LiveTerminal {
  /** Shows a frame; writes what differs, or nothing. */
  paint(lines: ReadonlyArray<string>): void;
  ring(): void;
  /** Gives the terminal back, stops the process until it is continued, and takes the terminal again. */
  suspend(): Promise<void>;
  /** Gives the terminal back for good; `keep` stays on its main screen. */
  close(keep: ReadonlyArray<string>): void;
}

export interface LiveTerminalEvents {
  onKey(key: string): void;
  /** The size has changed, or somebody else has used the terminal: paint again. */
  onRepaint(): void;
}

/** Takes the terminal: alternate screen, keys without echo. The caller owes a `close` on every way out. */
export function openLiveTerminal(context: Context, { onKey, onRepaint }: LiveTerminalEvents): LiveTerminal {
  const { stdin, stdout, clock, host } = context;
  let screen: Screen | null = enterScreen(stdout);
  let stopListening = listenKeys(stdin, onKey);
  let resizing = false;
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
  const suspend = async () => {
    if (screen === null) return;
    giveBack([]);
    await host.suspend();
    screen = enterScreen(stdout);
    stopListening = listenKeys(stdin, onKey);
    onRepaint();
  };
  stdout.on?.('resize', onResize);
  const stopSuspending = host.onSuspendRequest(() => void suspend());
  return {
    paint: (lines) => screen?.paint(lines),
    ring: () => screen?.ring(),
    suspend,
    close(keep) {
      stopSuspending();
      stdout.off?.('resize', onResize);
      giveBack(keep);
    },
  };
}
