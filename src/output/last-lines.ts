import type { Snapshot } from '../service/snapshot.ts';
import type { Line, Lines } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { fitText } from '../text/fit.ts';
import { flow, flowLines, type Segment } from '../text/flow.ts';
import { formatTime, formatTimeWithZone } from '../text/format.ts';
import { badgeLines, type DataOrigin, originBadge } from '../text/label.ts';
import { cleanText } from '../text/safe-text.ts';
import { wrapWords } from '../text/wrap.ts';
import { renderTopLine } from './top-play.ts';

/** A command that the user may want next: `all columns`, `boards --wide`. */
export interface NextStep {
  readonly label: string;
  readonly command: string;
}

const SEPARATOR = ' · ';
const BESIDE = '  ·  ';

/** `TOP  EMLO $28.50 +9.37% ◆3+  ·  13 boards of day, 14:32:00 EST`: what a long output began with; `count` is `13 boards`. */
export function renderShortSnapshot(
  { topPlay, timeframe, asOfMilliseconds }: Snapshot,
  count: string,
  origin: DataOrigin,
  ctx: Ctx,
): Lines {
  const { width, theme } = ctx;
  const top = renderTopLine(topPlay, width, theme);
  const time = formatTime(asOfMilliseconds, ctx);
  const zoned = formatTimeWithZone(asOfMilliseconds, ctx);
  const of = `${count} of ${cleanText(timeframe ?? 'an unknown timeframe')}`;
  // The badge of recorded data has the time.
  const what = origin.isRecorded ? [of] : [`${of}, ${zoned}`, `${of}, ${time}`, of];
  const badges = origin.isRecorded
    ? badgeLines(origin, { ...ctx, asOf: asOfMilliseconds }, width)
    : [originBadge(origin.isSimulated, width)].filter((badge) => badge !== '');
  const text = fitText(width, ...what);
  const parts = [top, { plain: text, painted: text }];
  const lines = flowLines(parts, width, BESIDE, theme.muted, wordLines(width));
  const segments = [
    ...lines.map(({ plain, painted }): Segment => [[plain, () => painted]]),
    ...badges.map((badge): Segment => [[badge, theme.badge]]),
  ];
  return flow(segments, width).map(({ painted }) => painted);
}

/** `Shorter: boards -l 5 · all columns: boards --wide`, broken between steps, or between words where a line has no room for one. */
export function renderSteps(steps: ReadonlyArray<NextStep>, { width, theme }: Ctx): Lines {
  const segments = steps.map(({ label, command }) => ({
    plain: `${label}: ${command}`,
    painted: theme.muted(`${label}: `) + command,
  }));
  return flowLines(segments, width, SEPARATOR, theme.muted, wordLines(width)).map(({ painted }) => painted);
}

/** Breaks a line between its words, which are then unpainted. */
function wordLines(width: number): (line: Line) => ReadonlyArray<Line> {
  return (line) => wrapWords(line.plain, width).map((plain) => ({ plain, painted: plain }));
}
