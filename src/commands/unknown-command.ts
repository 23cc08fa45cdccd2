import { UsageError } from '../errors.ts';
import { parseBoardKeys, parseTimeframes } from '../parse.ts';
import { unexpected } from '../quote.ts';
import { nearest } from '../suggest.ts';

/** The error for an argument of `boards`, which has none: a mistyped command, or one that follows `boards` or `--`. */
export function notAnArgument(word: string, commands: ReadonlyArray<string>): UsageError {
  if (commands.includes(word)) {
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `To run the command ${word}: \`boards ${word}\``,
    });
  }
  const guess = guessOf(word, commands);
  const line = guess === 'boards' ? guess : `boards ${guess}`;
  const question = guess === undefined ? '' : `Did you mean \`${line}\`? `;
  return unexpected('unknown command', word, `${question}Commands: ${commands.join(', ')}.`);
}

/** What a person may have meant: the value of an option, a ticker, or a command. */
function guessOf(word: string, commands: ReadonlyArray<string>): string | undefined {
  const { words: timeframes } = parseTimeframes.allowed;
  const { words: boards } = parseBoardKeys.allowed;
  if (word === 'version') return '--version';
  if (timeframes.includes(word)) return `-t ${word}`;
  if (boards.includes(word)) return `-b ${word}`;
  const command = lacksLetters(word) ? 'boards' : nearest(word, commands);
  const isCommand = command === word.toLowerCase();
  if (!isCommand && /^[A-Z][A-Z0-9.^=/-]{0,11}$/.test(word)) return `symbol ${word}`;
  if (command !== undefined) return command;
  const board = nearest(word, boards);
  if (board !== undefined) return `-b ${board}`;
  return /^[a-z]{1,4}$/.test(word) ? `symbol ${word.toUpperCase()}` : undefined;
}

/** `bord` or `brds`: the name of the program, which is typed most, without one or two of its letters. */
function lacksLetters(word: string): boolean {
  return word.length > 3 && /^bo?a?r?d?s?$/.test(word);
}
