import { renderMetLine, renderPlainMetLine } from '../output/met-line.ts';
import { shownText } from '../text/ascii.ts';
import { outputWidth } from '../text/pane-width.ts';
import { displayWidth } from '../text/safe-text.ts';
import { wrapMessage } from '../text/wrap.ts';
import type { Ending } from './ending.ts';
import type { Watch } from './source.ts';

const INDENT = '  ';

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
  const { stdout, env } = context;
  const isPlain = request.output === 'plain';
  const renderLine = isPlain ? renderPlainMetLine : renderMetLine;
  const lines = met.changes.map((change) => renderLine(change, origin));
  const isWrapped = stdout.isTTY === true && !isPlain;
  const shown = isWrapped ? lines.map((line) => hang(line, outputWidth(stdout, env))) : lines;
  stdout.write(shownText(shown.map((line) => `${line}\n`).join(''), env));
}

/** A line wrapped at words; what follows its first line is indented, so that several lines can be told apart. */
function hang(line: string, width: number): string {
  const fits = displayWidth(line) <= width;
  return fits ? line : wrapMessage(line, width - INDENT.length).join(`\n${INDENT}`);
}
