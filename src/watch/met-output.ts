import { shownText } from '../view/ascii.ts';
import { renderMetLine } from '../view/met-line.ts';
import type { Ending } from './ending.ts';
import type { Watch } from './source.ts';

/** Writes a line to stdout for each change that met `--until`; the machine formats have it in their own form. */
export function writeMet(ending: Ending, { request, context }: Watch): void {
  const met = ending.met();
  if (met === null || request.output === 'json' || request.output === 'events') return;
  const { timeframe, snapshot, isSimulated } = met.event;
  const origin = {
    timeframe,
    asOfMilliseconds: snapshot.asOfMilliseconds,
    isSimulated,
    nowMilliseconds: context.clock.now(),
    timeZone: request.style.timeZone,
  };
  const lines = met.changes.map((change) => `${renderMetLine(change, origin)}\n`);
  context.stdout.write(shownText(lines.join(''), context.env));
}
