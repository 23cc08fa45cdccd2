import { Help } from 'commander';
import { groupedOptions } from './help-page.ts';
import { commonOptions, helpOption } from './shared/common-options.ts';

/** What holds for the options of all commands. The manual page has it, too. */
export const OPTION_RULES: ReadonlyArray<string> = [
  'Options may stand before the command, as in boards --sandbox top. help, config',
  'and completion ignore --sandbox. Commas separate lists: -t day,swing, or -t day',
  '-t swing. Durations are in seconds, or 90s, 5m, 2h. watch ignores --retries.',
  '--at, history and replay send nothing: --base-url names the recorded service.',
];

/** The page of `boards help options`: the options that the help of a command only names. */
export const OPTIONS_TOPIC = [
  'Options of all commands that show data',
  '',
  ...groupedOptions([...commonOptions(), helpOption()], new Help()),
  '',
  ...OPTION_RULES,
  '',
].join('\n');
