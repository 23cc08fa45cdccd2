import { type Command, Option } from 'commander';
import { freeParser, oneOf, type Parser, parsePalette, wholeNumber } from '../../parse.ts';
import { duration } from '../../parse-duration.ts';
import { parseTypedBaseUrl } from '../../settings/base-url.ts';
import { COLOR_WHEN } from '../../text/color-level.ts';

const MAX_TIMEOUT_SECONDS = 600;
/** Marks the options that the help of a command only names. */
const COMMON = 'common';

/** An option with a value. The description defaults to the allowed values. */
export function valueOption(
  flags: string,
  parse: Parser<unknown>,
  description = parse.allowed.words.join(', '),
): Option {
  return new Option(flags, description).argParser(parse);
}

/** An option whose value is a list, separated by commas. Given again, it adds to the list, as if all were in one. */
export function listOption(flags: string, parse: Parser<unknown>, description: string): Option {
  let given = '';
  const add = (text: string, previous?: unknown) => {
    const value = parse(text);
    const isFirst = previous === undefined;
    given = isFirst ? text : `${given},${text}`;
    return isFirst ? value : parse(given);
  };
  return new Option(flags, description).argParser(Object.assign(add, { allowed: parse.allowed }));
}

export function baseUrlOption(description = 'base URL of the service'): Option {
  return valueOption('--base-url <url>', freeParser('url', parseTypedBaseUrl, 'https://…'), description);
}

/** The timeout of a request, in seconds. */
export function timeoutOption(): Option {
  return valueOption(
    '--timeout <duration>',
    duration('--timeout', MAX_TIMEOUT_SECONDS, '20s'),
    'timeout of each request',
  ).default(10, '10 s');
}

export function debugOption(): Option {
  return new Option('--debug', 'requests, responses and causes of errors on stderr');
}

export function helpOption(): Option {
  return new Option('-h, --help', 'print the help of the command');
}

/** The options of all commands that show data. `boards help options` explains them. */
export function commonOptions(): ReadonlyArray<Option> {
  return [...textOptions(), ...requestOptions()];
}

/** Adds the common options; a command that reads recordings sends nothing, so it has no timeout and no retries. */
export function addCommonOptions(
  command: Command,
  { sendsRequests = true }: { readonly sendsRequests?: boolean } = {},
): Command {
  const options = sendsRequests ? commonOptions() : textOptions();
  for (const option of options) command.addOption(option.helpGroup(COMMON));
  return command;
}

/** Whether the help of a command only names the option. */
export function isCommon({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === COMMON;
}

function textOptions(): ReadonlyArray<Option> {
  return [
    new Option('--plain', 'words instead of signs, nothing cut; default in a pipe'),
    new Option('--no-plain', 'tables as on a terminal, also in a pipe'),
    new Option('--sandbox', 'use simulated data; needs no key'),
    baseUrlOption(),
    valueOption('--color <when>', oneOf('colour mode', COLOR_WHEN)),
    new Option('--no-color', 'same as --color never'),
    valueOption('--palette <name>', parsePalette),
    new Option('-q, --quiet', 'no spinner and no notes; SANDBOX and RECORDED stay'),
    debugOption(),
  ];
}

function requestOptions(): ReadonlyArray<Option> {
  return [
    timeoutOption(),
    valueOption(
      '--retries <n>',
      wholeNumber('--retries', { min: 0, max: 20, example: 3 }),
      'retries after a failed request',
    ).default(2),
  ];
}
