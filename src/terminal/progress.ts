import type { Context } from '../context.ts';
import { variable } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';
import { type ColorWhen, colorLevel, usesAscii } from '../text/capabilities.ts';

const SPINNER_DELAY_MS = 150;
/** ora falls back to ASCII for TERM=linux, but not for a locale without UTF-8. */
const ASCII_SPINNER = { interval: 130, frames: ['-', '\\', '|', '/'] };

function canMoveCursor(output: Output): output is Output & NodeJS.WriteStream {
  return output.isTTY === true && (output.columns ?? 0) > 0 && 'cursorTo' in output && 'clearLine' in output;
}

export function startProgress(
  text: string,
  context: Context,
  {
    quiet,
    plain = variable('TERM', context.env) === 'dumb',
    color = 'auto',
  }: {
    readonly quiet?: boolean | undefined;
    readonly plain?: boolean | undefined;
    readonly color?: ColorWhen | false | undefined;
  },
  delayMs = SPINNER_DELAY_MS,
) {
  const { stderr } = context;
  const ended = new AbortController();
  let current = text;
  let spinner: { text: string; stop(): unknown } | undefined;
  // A screen reader would read each frame of a spinner.
  const hasSpinner = quiet !== true && !plain && canMoveCursor(stderr);
  if (hasSpinner) {
    context.clock
      .sleep(delayMs, ended.signal)
      // Most requests finish before the delay and never load ora.
      .then(() => import('ora'))
      .then(({ default: ora }) => {
        if (ended.signal.aborted) return;
        const frames = usesAscii(context.env) ? { spinner: ASCII_SPINNER } : {};
        const level = colorLevel(color, stderr, context);
        const paint = level === 0 || level === 'mono' ? ({ color: false } as const) : {};
        // With discardStdin, ora can leave the terminal in raw mode when the process ends.
        spinner = ora({ text: current, stream: stderr, discardStdin: false, ...frames, ...paint }).start();
      })
      .catch(() => undefined);
  }
  return {
    hasSpinner,
    update(next: string) {
      current = next;
      if (spinner !== undefined) spinner.text = next;
    },
    stop() {
      ended.abort();
      spinner?.stop();
      spinner = undefined;
    },
  };
}
