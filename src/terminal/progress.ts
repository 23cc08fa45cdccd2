import type { Context, Output } from '../context.ts';

/** How long an answer may take before a person is told that we wait. */
const PATIENCE_MILLISECONDS = 150;

export interface Progress {
  /** Says what the program waits for. */
  say(text: string): void;
  /** Removes the spinner; nothing is said afterwards. */
  stop(): void;
}

/** Something that ora can draw on: a terminal stream with a width. */
function isScreen(output: Output): output is Output & NodeJS.WriteStream {
  return output.isTTY === true && (output.columns ?? 0) > 0 && 'cursorTo' in output && 'clearLine' in output;
}

/** A spinner on stderr, where that is a terminal; loaded only when the wait is long enough to be noticed. None when quiet. */
export function startProgress(
  text: string,
  context: Context,
  { quiet }: { readonly quiet?: boolean | undefined } = {},
): Progress {
  const { stderr } = context;
  const ended = new AbortController();
  let current = text;
  let spinner: { text: string; stop(): unknown } | undefined;
  if (quiet !== true && isScreen(stderr)) {
    context.clock
      .sleep(PATIENCE_MILLISECONDS, ended.signal)
      .then(() => import('ora'))
      .then(({ default: ora }) => {
        if (ended.signal.aborted) return;
        // discardStdin would leave the terminal raw on some ways out.
        spinner = ora({ text: current, stream: stderr, discardStdin: false }).start();
      })
      .catch(() => undefined);
  }
  return {
    say(next) {
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
