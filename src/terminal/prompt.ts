import type { Context, Stop } from '../context.ts';
import { UsageError } from '../errors.ts';
import { listenKeyboard } from './keyboard.ts';
import { createLineEditor, type Edit } from './line-editor.ts';

/** Asks on stderr for a line that is never shown. Throws UsageError without a terminal or on Ctrl-D, and a Stop on Ctrl-C. */
export function promptSecret(question: string, context: Context): Promise<string> {
  return prompt(question, () => '', context);
}

/** Asks on stderr for a line that is shown as typed. Throws as `promptSecret`. */
export function promptLine(question: string, context: Context): Promise<string> {
  return prompt(question, (line) => line.replace(/[^ -~]/g, '?'), context);
}

async function prompt(question: string, show: (line: string) => string, context: Context): Promise<string> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY !== true) {
    throw new UsageError('cannot prompt: there is no terminal', {
      hint: 'Run it in a terminal, or give the value on stdin or as an option.',
    });
  }
  signal.throwIfAborted();
  let shown = '';
  // Before the question: who answers at once must not see it echoed.
  const typed = typedLine(context, ({ line }) => {
    const next = show(line);
    stderr.write(redraw(shown, next));
    shown = next;
  });
  stderr.write(question);
  try {
    return answerOf(await typed);
  } finally {
    stderr.write('\n');
  }
}

/** Resolves at the key that ends the line; rejects with the signal's reason. The terminal is in raw mode meanwhile. */
function typedLine(context: Context, changed: (edit: Edit) => void): Promise<Edit> {
  const { signal } = context;
  const editor = createLineEditor();
  return new Promise<Edit>((resolve, reject) => {
    const abort = () => settle(() => reject(signal.reason));
    const stopListening = listenKeyboard(context, (inputs) => {
      const edit = editor.type(inputs);
      changed(edit);
      if (edit.end !== null) settle(() => resolve(edit));
    });
    const settle = (finish: () => void) => {
      stopListening();
      signal.removeEventListener('abort', abort);
      finish();
    };
    signal.addEventListener('abort', abort);
  });
}

function answerOf({ line, end }: Edit): string {
  if (end === 'interrupt') throw stop('SIGINT');
  if (end === 'quit') throw stop('SIGQUIT');
  if (end === 'enter') return line;
  throw new UsageError('nothing was entered');
}

/** In raw mode the terminal sends Ctrl-C as a character, so the signal is ours to name. */
function stop(name: Stop['stop']): Stop {
  return { stop: name };
}

/** Turns what is shown into what shall be, without escape sequences: back over the difference, then on. */
function redraw(from: string, to: string): string {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const back = from.length - same;
  return '\b'.repeat(back) + ' '.repeat(back) + '\b'.repeat(back) + to.slice(same);
}
