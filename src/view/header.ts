import type { Breadth, Snapshot } from '../api/snapshot.ts';
import { joinPieces, type Lines } from './box.ts';
import { ABSENT, formatAge, formatTime, SESSION_SIGNS } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

const SANDBOX_BADGE = ' SANDBOX ';
const MAX_BAR_WIDTH = 40;

export interface HeaderOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
  /** Whether the data is simulated; simulated data is always labelled. */
  readonly sandbox: boolean;
  /** Whether to show the age of the data. A live pane does not: the age would be outdated until the next frame. */
  readonly showAge: boolean;
}

/** Timeframe, session and `asOf` on one line (two or three in a narrow pane), then breadth. */
export function renderHeader(snapshot: Snapshot, options: HeaderOptions): Lines {
  const lines = [...renderStatus(snapshot, options)];
  if (snapshot.breadth !== null) lines.push(renderBreadth(snapshot.breadth, options.width, options.theme));
  return lines;
}

type Pieces = ReadonlyArray<readonly [text: string, paint: Paint]>;

function renderStatus(snapshot: Snapshot, options: HeaderOptions): Lines {
  const { width, theme, nowMilliseconds, sandbox, showAge } = options;
  const { session, asOfMilliseconds } = snapshot;
  const timeframe = clip(cleanText(snapshot.timeframe ?? 'unknown').toUpperCase(), 12);
  const sessionText = session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${session}`;
  const time = formatTime(asOfMilliseconds, nowMilliseconds);
  const age = showAge ? formatAge(asOfMilliseconds, nowMilliseconds) : '';
  const name: Pieces = [[timeframe, theme.title]];
  const status: Pieces = [[sessionText, session === 'open' ? theme.up : theme.muted]];
  const timestamp: Pieces = [
    ['as of ', theme.muted],
    [time, theme.strong],
  ];
  const gap = ['  ', unpainted] as const;
  const [first = name, ...more] = firstFitting(
    [
      [[...name, gap, ...status, gap, ...timestamp, [age === '' ? '' : `, ${age}`, theme.muted]]],
      [[...name, gap, ...status, gap, ...timestamp]],
      [name, [...status, gap, ...timestamp]],
      [name, status, timestamp],
    ],
    width,
    sandbox ? SANDBOX_BADGE.length + 1 : 0,
  );
  return [
    withBadge(first, sandbox ? SANDBOX_BADGE : '', options),
    ...more.map((line) => joinPieces(line, width).painted),
  ];
}

/** The first layout whose lines all fit, or the last one. `badgeWidth` cells of the first line are unavailable. */
function firstFitting(
  layouts: ReadonlyArray<ReadonlyArray<Pieces>>,
  width: number,
  badgeWidth: number,
): ReadonlyArray<Pieces> {
  const fitting = layouts.find((lines) =>
    lines.every((line, index) => widthOf(line) + (index === 0 ? badgeWidth : 0) <= width),
  );
  return fitting ?? layouts.at(-1) ?? [];
}

function widthOf(pieces: Pieces): number {
  return pieces.reduce((sum, [text]) => sum + displayWidth(text), 0);
}

function withBadge(pieces: Pieces, badge: string, { width, theme }: HeaderOptions): string {
  const line = joinPieces(pieces, width - displayWidth(badge));
  if (badge === '') return line.painted;
  return `${line.painted}${' '.repeat(width - displayWidth(line.plain) - displayWidth(badge))}${theme.badge(badge)}`;
}

/** `▲ 231 ██████░░░░ 154 ▼ of 400 symbols`: advancers and decliners as numbers and as a bar. */
function renderBreadth(breadth: Breadth, width: number, theme: Theme): string {
  const { advancers, decliners, symbols } = breadth;
  const up = `▲ ${advancers ?? ABSENT}`;
  const down = `${decliners ?? ABSENT} ▼`;
  const universe = symbols === null ? '' : `  of ${symbols} symbols`;
  const barSpace = width - displayWidth(up) - displayWidth(down) - 2;
  const tail = barSpace - universe.length >= 10 ? universe : '';
  const cells = Math.min(MAX_BAR_WIDTH, Math.max(0, barSpace - tail.length));
  const total = (advancers ?? 0) + (decliners ?? 0);
  const known = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0 && total > 0;
  const filled = known ? Math.round(cells * (advancers / total)) : 0;
  return joinPieces(
    [
      [up, theme.up],
      [' ', unpainted],
      ['█'.repeat(filled), theme.up],
      ['░'.repeat(known ? cells - filled : 0), theme.down],
      [known ? ' ' : '· ', unpainted],
      [down, theme.down],
      [tail, theme.muted],
    ],
    width,
  ).painted;
}
