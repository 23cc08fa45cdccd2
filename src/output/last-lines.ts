import type { Board, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { timeTexts } from '../text/format.ts';
import { badgeLines } from '../text/label.ts';
import { fitText, flow, flowLines, type Line, type Lines, type Segment, wrapWords } from '../text/lines.ts';
import { cleanText } from '../text/safe-text.ts';
import { partsOf } from './board.ts';
import { renderTopLine } from './header.ts';

/** A command that the user may want next: `one board`, `boards -b movers`. */
export interface NextStep {
  readonly label: string;
  readonly command: string;
}

const SEPARATOR = ' · ';
const BESIDE = '  ·  ';

export interface ShownSnapshot {
  readonly loaded: TimeframeSnapshot;
  readonly boards: ReadonlyArray<Board>;
}

/** What follows boards that a terminal does not show from the first on: the top play again, and the next steps. */
export function renderLastLines(
  snapshots: ReadonlyArray<ShownSnapshot>,
  steps: ReadonlyArray<NextStep>,
  ctx: Ctx,
): Lines {
  return [...snapshots.flatMap((each) => renderShort(each, ctx)), ...renderSteps(steps, ctx)];
}

/** `TOP  EMLO $28.50 +9.37% ◆3+  ·  13 boards of day, 14:32:00 EST`: what a long output began with. */
function renderShort({ loaded: origin, boards }: ShownSnapshot, ctx: Ctx): Lines {
  const { topPlay, timeframe, asOfMilliseconds } = origin.snapshot;
  // As many as there are titles, so that each tier of money flow is one.
  const titles = boards.flatMap(partsOf).length;
  const count = `${titles} ${titles === 1 ? 'board' : 'boards'}`;
  const { width, theme } = ctx;
  const top = renderTopLine(topPlay, width, theme);
  const of = `${count} of ${cleanText(timeframe ?? 'an unknown timeframe')}`;
  // The badge of recorded data has the time.
  const what = origin.isRecorded
    ? [of]
    : [
        ...timeTexts(asOfMilliseconds, ctx)
          .slice(0, 2)
          .map((time) => `${of}, ${time}`),
        of,
      ];
  const badges = badgeLines(origin, { ...ctx, asOf: asOfMilliseconds }, width);
  const text = fitText(width, ...what);
  const parts = [top, { plain: text, painted: text }];
  const lines = flowLines(parts, width, BESIDE, theme.muted).flatMap((line) => wordLines(line, width));
  const segments = [
    ...lines.map(({ plain, painted }): Segment => [[plain, () => painted]]),
    ...badges.map((badge): Segment => [[badge, theme.badge]]),
  ];
  return flow(segments, width).map(({ painted }) => painted);
}

/** `Shorter: boards -l 5 · live: boards watch`, broken between steps, or between words where a line has no room for one. */
function renderSteps(steps: ReadonlyArray<NextStep>, { width, theme }: Ctx): Lines {
  const segments = steps.map(({ label, command }) => ({
    plain: `${label}: ${command}`,
    painted: theme.muted(`${label}: `) + command,
  }));
  return flowLines(segments, width, SEPARATOR, theme.muted)
    .flatMap((line) => wordLines(line, width))
    .map(({ painted }) => painted);
}

/** A line that is too wide, broken between its words, which are then unpainted. */
function wordLines(line: Line, width: number): ReadonlyArray<Line> {
  const words = wrapWords(line.plain, width);
  return words.length < 2 ? [line] : words.map((plain) => ({ plain, painted: plain }));
}
