import type { Context } from '../context.ts';
import type { Output } from '../lib/streams.ts';
import { type ColorWhen, colorLevel, usesAscii } from '../text/capabilities.ts';

const SPINNER_DELAY_MS = 150;
/** ora knows TERM=linux, but no locale. */
const ASCII_SPINNER = { interval: 130, frames: ['-', '\\', '|', '/'] };

/** True if ora can draw on the output: a terminal stream with a width. */
function canShowSpinner(output: Output): output is Output & NodeJS.WriteStream {
  return output.isTTY === true && (output.columns ?? 0) > 0 && 'cursorTo' in output && 'clearLine' in output;
}

/** Shows a spinner on stderr after a short delay, in milliseconds, if stderr is a terminal and `quiet` is not set. */
export function startProgress(
  text: string,
  context: Context,
  {
    quiet,
    color = 'auto',
  }: { readonly quiet?: boolean | undefined; readonly color?: ColorWhen | false | undefined },
  delay = SPINNER_DELAY_MS,
) {
  const { stderr } = context;
  const ended = new AbortController();
  let current = text;
  let spinner: { text: string; stop(): unknown } | undefined;
  if (quiet !== true && canShowSpinner(stderr)) {
    context.clock
      .sleep(delay, ended.signal)
      // Loaded late, because most requests finish before the delay.
      .then(() => import('ora'))
      .then(({ default: ora }) => {
        if (ended.signal.aborted) return;
        // With discardStdin, ora can leave the terminal in raw mode when the process ends.
        const frames = usesAscii(context.env) ? { spinner: ASCII_SPINNER } : {};
        const level = colorLevel(color, stderr, context);
        const paint = level === 0 || level === 'mono' ? ({ color: false } as const) : {};
        spinner = ora({ text: current, stream: stderr, discardStdin: false, ...frames, ...paint }).start();
      })
      .catch(() => undefined);
  }
  return {
    update(next: string) {
      current = next;
      if (spinner !== undefined) spinner.text = next;
    },
    /** Removes the spinner for good. */
    stop() {
      ended.abort();
      spinner?.stop();
      spinner = undefined;
    },
  };
}
