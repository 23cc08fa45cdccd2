import type { Row, SinceView } from '../fields/field.ts';
import { fieldNamed, formatConfluence, paintedParts, paintOfSign } from '../fields/fields.ts';
import { topPlayRow } from '../fields/row.ts';
import type { AsOf } from '../market/timeline/as-of.ts';
import type { TopPlay } from '../service/snapshot.ts';
import { drawBox, HEAVY, joinPieces, type Line, type Lines } from '../text/box.ts';
import { fitPieces } from '../text/fit.ts';
import { flowTexts, type Piece, type Segment } from '../text/flow.ts';
import { ABSENT, formatCompact, formatDuration, formatPercent, formatPrice } from '../text/format.ts';
import { cleanText, clip } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { MINUTE_MS } from '../time-units.ts';
import { pieceOf, pricePiece, titleLine } from './figures.ts';

const NO_TOP_PLAY = 'No symbol qualifies right now.';

const GAP = '  ';
const MAX_REASON_LINES = 2;

/** More reasons are not shown, however much room there is: the service may send any number. */
export const MAX_REASONS = 24;

export interface TopPlayOptions {
  readonly width: number;
  readonly theme: Theme;
  /** For older data: what became of the symbol. */
  readonly since?: SinceView | null | undefined;
}

/** The top play in a heavy frame of exactly `width` cells. */
export function renderTopPlay(topPlay: TopPlay | null, options: TopPlayOptions): Lines {
  const { width, theme } = options;
  const inner = width - 4;
  const lines =
    topPlay === null ? [joinPieces([[NO_TOP_PLAY, unpainted]], inner)] : describe(topPlay, inner, options);
  const title = { text: 'TOP PLAY', paint: theme.accent };
  return drawBox(lines, width, title, { pieces: HEAVY, paint: theme.accent });
}

function describe(topPlay: TopPlay, width: number, { theme, since }: TopPlayOptions): Array<Line> {
  const { name, price, boards, volume } = topPlay;
  const row = topPlayRow(topPlay);
  const symbol = clip(pieceOf('symbol', row, theme)[0], 12);
  const figures: Segment = [
    pricePiece(price, theme),
    pieceOf('dayPct', row, theme, GAP),
    [`${GAP}${formatConfluence(boards)} ${boards === 1 ? 'board' : 'boards'}`, theme.accent],
    [`${GAP}vol ${formatCompact(volume)}`, theme.muted],
  ];
  return [
    titleLine({ symbol: [symbol, theme.strong], name, end: pieceOf('bias', row, theme) }, width),
    fitPieces(width, figures, figures.slice(0, -1), figures.slice(0, -2)),
    ...(since == null ? [] : [sinceLine({ ...row, since }, width, theme)]),
    ...wrapReasons(topPlay.reasons, width, theme),
  ];
}

/** `now ◆5 boards  gain +1.20%`, or shorter; `left 14:24  gain -0.30%`. */
function sinceLine(row: Row, width: number, theme: Theme): Line {
  const now = pieceOf('now', row, theme);
  const gain: Segment = [[`${GAP}gain `, theme.muted], pieceOf('gain', row, theme)];
  const boards = row.since?.boards ?? null;
  if (boards === null) return fitPieces(width, [now, ...gain]);
  const count: Segment = [['now ', theme.muted], now];
  return fitPieces(
    width,
    [...count, [boards === 1 ? ' board' : ' boards', now[1]], ...gain],
    [...count, ...gain],
  );
}

/** Reasons joined by `·` on at most two lines; `…` marks omitted reasons. */
function wrapReasons(reasons: ReadonlyArray<string>, width: number, theme: Theme): ReadonlyArray<Line> {
  const texts = reasons.slice(0, MAX_REASONS).map((reason) => clip(cleanText(reason), width));
  const lines = flowTexts(texts, width, ' · ');
  const shown = lines.slice(0, MAX_REASON_LINES).map((line, index) => {
    const isCut = index === MAX_REASON_LINES - 1 && lines.length > MAX_REASON_LINES;
    return isCut ? `${clip(line, width - 2).replace(/…$/, '')} …` : line;
  });
  return shown.map((text) => joinPieces([[text, theme.muted]], width));
}

/** `TOP  TLLT $91.53 -1.39% ◆5-`. Boards and bias give way first. */
export function renderTopLine(topPlay: TopPlay | null, width: number, theme: Theme): Line {
  const title: Piece = [width < 40 ? 'TOP ' : 'TOP  ', theme.accent];
  if (topPlay === null) return joinPieces([title, ['No symbol qualifies right now.', theme.muted]], width);
  const { symbol, price, dayPct } = topPlay;
  const start: Segment = [
    title,
    [symbol === null ? ABSENT : clip(cleanText(symbol), 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
  ];
  const standing = paintedParts(fieldNamed('standing'), topPlayRow(topPlay), theme);
  return fitPieces(width, [...start, [' ', unpainted], ...standing], start);
}

/** How long there has been the same top play: `for 3 min`, `new`; `for 29 min or more` where memory does not reach back further, or there is a hole. */
export function topPlayDuration(
  asOf: number,
  { formerTopPlay, partStartsAt }: Pick<AsOf, 'formerTopPlay' | 'partStartsAt'>,
): string {
  const milliseconds = asOf - (formerTopPlay?.sinceMilliseconds ?? partStartsAt ?? asOf);
  if (!(milliseconds >= MINUTE_MS)) return formerTopPlay === null ? '' : 'new';
  return `for ${formatDuration(milliseconds)}${formerTopPlay === null ? ' or more' : ''}`;
}
