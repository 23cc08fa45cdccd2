import type { TimeframeSnapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { describeAgreement } from './agreement.ts';
import { type Lines, layOutGrid } from './box.ts';
import { formatTime } from './format.ts';
import type { HeaderOptions } from './header.ts';
import type { SinceOf } from './since-then.ts';
import { renderSharedHeader } from './timeframes.ts';
import { renderTopPlay } from './top-play.ts';
import { wrapWords } from './wrap.ts';

/** Panels are placed side by side only if each gets at least this many cells. */
const MIN_COLUMN_WIDTH = 46;
const MAX_PANEL_WIDTH = 70;
const GAP = 1;
/** Cells of a panel's title without its label. */
const TITLE_OVERHEAD = 'TOP PLAY · '.length + 6;

export interface TopPicksOptions extends HeaderOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

/** The top plays of several timeframes, side by side where the pane is wide enough, and whether their biases agree. */
export function renderTopPicks(picks: ReadonlyArray<TimeframeSnapshot>, options: TopPicksOptions): Lines {
  const { width, theme, nowMilliseconds } = options;
  const fitting = Math.floor((width + GAP) / (MIN_COLUMN_WIDTH + GAP));
  const columns = Math.max(1, Math.min(fitting, picks.length));
  const panelWidth = Math.min(MAX_PANEL_WIDTH, Math.floor((width - GAP * (columns - 1)) / columns));
  const panels = picks.map(({ timeframe, snapshot: { topPlay, asOfMilliseconds } }) => {
    const name = timeframe.toUpperCase();
    const dated = `${name} · ${formatTime(asOfMilliseconds, nowMilliseconds)}`;
    const label = dated.length + TITLE_OVERHEAD <= panelWidth ? dated : name;
    const since = options.sinceIn?.get(timeframe)?.(topPlay?.symbol ?? null);
    return renderTopPlay(topPlay, { width: panelWidth, theme, label, since });
  });
  return [
    ...renderSharedHeader(
      picks.map(({ snapshot }) => snapshot),
      options,
    ),
    ...layOutGrid(panels, columns, panelWidth, GAP),
    ...wrapWords(describeBiases(picks), width).map((line) => theme.strong(line)),
  ];
}

function describeBiases(picks: ReadonlyArray<TimeframeSnapshot>): string {
  const biases = picks.map(({ timeframe, snapshot }) => ({
    timeframe,
    bias: snapshot.topPlay?.bias ?? null,
  }));
  const agreement = describeAgreement(biases);
  const absent = picks.filter(({ snapshot }) => snapshot.topPlay === null).map(({ timeframe }) => timeframe);
  const parts = [agreement, absent.length === 0 ? '' : `no pick in ${absent.join(', ')}`];
  return `Bias: ${parts.filter((part) => part !== '').join('; ') || 'unknown'}.`;
}
