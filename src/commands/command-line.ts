/**
 * The options that take a value, for all commands: a command line is taken apart before any command is loaded. A test
 * compares them with the options that the commands define.
 */
export const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set([
  '-b',
  '-l',
  '-n',
  '-t',
  '--at',
  '--base-url',
  '--bias',
  '--board',
  '--color',
  '--columns',
  '--cooldown',
  '--count',
  '--exec',
  '--fault',
  '--first',
  '--for',
  '--format',
  '--from',
  '--interval',
  '--latency',
  '--limit',
  '--min-boards',
  '--on',
  '--palette',
  '--port',
  '--recompute',
  '--retries',
  '--seed',
  '--since',
  '--sort',
  '--symbol',
  '--timeframe',
  '--timeout',
  '--until',
]);

/**
 * The same command line with the name of the command, and of its subcommand, before all options: `--sandbox top` becomes
 * `top --sandbox`. Unchanged if its first argument names no command. `subcommandsOf` lists those of a command.
 */
export function commandFirst(
  argv: ReadonlyArray<string>,
  commands: ReadonlyArray<string>,
  subcommandsOf: (command: string) => ReadonlyArray<string>,
): ReadonlyArray<string> {
  const [name = '', ...rest] = firstOf(commands, argv);
  if (!commands.includes(name)) return argv;
  return [name, ...firstOf(subcommandsOf(name), rest)];
}

/** The words with the first argument in front, if it is one of the names. */
function firstOf(names: ReadonlyArray<string>, words: ReadonlyArray<string>): ReadonlyArray<string> {
  const index = firstArgument(words);
  const name = words[index];
  return name === undefined || !names.includes(name) ? words : [name, ...words.toSpliced(index, 1)];
}

/**
 * The command line up to the first option that another option follows in the place of its value, so that commander reports the missing
 * value. `-b --sandbox` would ask for a board of that name; `--board=--sandbox` and negative numbers stay values.
 */
export function untilMissingValue(words: ReadonlyArray<string>): ReadonlyArray<string> {
  let isValue = false;
  for (const [index, word] of words.entries()) {
    if (isValue && /^-(-|-?[a-z][a-z-]*)$/i.test(word)) return words.slice(0, index);
    if (!isValue && word === '--') break;
    isValue = !isValue && isOption(word) && takesNext(word);
  }
  return words;
}

/** The index of the first word that is neither an option nor the value of one; -1 if there is none before `--`. */
function firstArgument(words: ReadonlyArray<string>): number {
  let isValue = false;
  for (const [index, word] of words.entries()) {
    if (isValue) isValue = false;
    else if (word === '--') return -1;
    else if (!isOption(word)) return index;
    else isValue = takesNext(word);
  }
  return -1;
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/** True if the next word is the value of this option. Of `-qt`, the last letter decides; in `-tday`, the value follows it. */
function takesNext(option: string): boolean {
  if (option.startsWith('--')) return OPTIONS_WITH_VALUE.has(option);
  const letters = [...option.slice(1)];
  const index = letters.findIndex((letter) => OPTIONS_WITH_VALUE.has(`-${letter}`));
  return index !== -1 && index === letters.length - 1;
}

/** Options whose value is no secret, however long it is: a command, a URL, a time. */
const FREE_TEXT_OPTIONS = ['--exec', '--base-url', '--at', '--from', '--format'];

/** The words of a command line except the values of free-text options. */
export function plainWords(argv: ReadonlyArray<string>): ReadonlyArray<string> {
  return argv.filter(
    (word, index) =>
      !FREE_TEXT_OPTIONS.some((name) => word.startsWith(`${name}=`)) &&
      !FREE_TEXT_OPTIONS.includes(argv[index - 1] ?? ''),
  );
}
