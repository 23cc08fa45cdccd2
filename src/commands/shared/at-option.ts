import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { freeParser } from '../../parse.ts';
import { parseTime } from '../../parse-time.ts';
import { storedTimeZone } from '../../settings/zone.ts';
import { valueOption } from './common-options.ts';

/** `--at`, for the commands that can show recorded data. */
export function addAtOption(command: Command, context: Context): Command {
  const timeOptions = () => ({
    now: context.clock.now(),
    option: '--at',
    timeZone: storedTimeZone(context),
  });
  const parse = freeParser('time', (text) => parseTime(text, timeOptions()), '10:15');
  return command.addOption(
    valueOption('--at <time>', parse, 'as recorded at 10:15, 2026-11-20T10:15, or 15m ago'),
  );
}
