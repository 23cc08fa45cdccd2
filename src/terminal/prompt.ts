import type { Context, Stop } from '../context.ts';
import { UsageError } from '../errors.ts';
import { listenToKeyboard } from './keyboard.ts';
import { createLineEditor, type Edit } from './line-editor.ts';

/**
 * Prompts on stderr for a line without echoing it. Throws UsageError if stdin is not a terminal and on Ctrl-D, a Stop on
 * Ctrl-C and Ctrl-\, and the reason of an abort.
 */
export function promptSecret(question: string, context: Context): Promise<string> {
  return prompt(question, () => '', context);
}

/** Like `promptSecret`, but echoes the line. */
export function promptLine(question: string, context: Context): Promise<string> {
  return prompt(question, (line) => line.replace(/[^ -~]/g, '?'), context);
}

async function prompt(question: string, show: (line: string) => string, context: Context): Promise<string> {
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY !== true) {
    throw new UsageError('cannot prompt: stdin is not a terminal', {
      hint: 'Run the command in a terminal, or pass the value on stdin or as an option.',
    });
  }
  signal.throwIfAborted();
  let shown = '';
  // Before the question is shown, so that the terminal does not echo keys typed right after it.
  const typed = readTypedLine(context, ({ line }) => {
    const next = show(line);
    stderr.write(redraw(shown, next));
    shown = next;
  });
  stderr.write(question);
  try {
    return lineOf(await typed);
  } finally {
    stderr.write('\n');
  }
}

/** Resolves when a key ends the line; rejects with the reason of an abort. The terminal is in raw mode until then. */
function readTypedLine(context: Context, onEdit: (edit: Edit) => void): Promise<Edit> {
  const { signal } = context;
  const editor = createLineEditor();
  return new Promise<Edit>((resolve, reject) => {
    const abort = () => settle(() => reject(signal.reason));
    const stopListening = listenToKeyboard(context, (inputs) => {
      const edit = editor.apply(inputs);
      onEdit(edit);
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

/** In raw mode, Ctrl-C and Ctrl-\ are characters: throws a Stop with the signal that they would send. */
function lineOf({ line, end }: Edit): string {
  if (end === 'interrupt') throw { stop: 'SIGINT' } satisfies Stop;
  if (end === 'quit') throw { stop: 'SIGQUIT' } satisfies Stop;
  if (end === 'enter') return line;
  throw new UsageError('nothing was entered');
}

/** The characters that turn the shown line `from` into `to`, without escape sequences. */
function redraw(from: string, to: string): string {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const back = from.length - same;
  return '\b'.repeat(back) + ' '.repeat(back) + '\b'.repeat(back) + to.slice(same);
}
