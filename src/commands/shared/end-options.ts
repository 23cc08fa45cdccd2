import type { Command } from 'commander';
import { type Condition, conditions } from '../../model/parse-conditions.ts';
import { wholeNumber } from '../../parse.ts';
import { DAY_SECONDS, duration } from '../../parse-duration.ts';
import type { EndRequest } from '../../watch/source.ts';
import { listOption, valueOption } from './common-options.ts';

const MAX_FOR_SECONDS = 7 * DAY_SECONDS;

/** The options that end a watch. */
export interface EndOptions {
  readonly count?: number;
  readonly until?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly for?: number;
}

export function addEndOptions(command: Command): Command {
  return command
    .addOption(
      valueOption(
        '--count <n>',
        wholeNumber('--count', { min: 1, max: 1_000_000, example: 10 }),
        'exit after n new snapshots',
      ),
    )
    .addOption(
      listOption(
        '--until <conditions>',
        conditions('--until'),
        "exit when one is met: 'boards>=4', NVDA+left",
      ),
    )
    .addOption(
      valueOption(
        '--for <duration>',
        duration('--for', MAX_FOR_SECONDS, '1h'),
        'exit after that time: 2h; code 9: --until not met',
      ),
    );
}

export function endRequest(options: EndOptions): EndRequest {
  const { count, until, for: seconds } = options;
  return { count, until, forMilliseconds: seconds === undefined ? undefined : seconds * 1000 };
}
