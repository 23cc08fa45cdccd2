import type { Breadth, Snapshot } from '../api/snapshot.ts';
import { joinPieces, type Lines } from './box.ts';
import { ABSENT, formatAge, formatTime } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

const none: Paint = (text) => text;
const SESSION_SIGNS = { premarket: '◐', open: '●', afterhours: '◑', closed: '○' } as const;
const SANDBOX_BADGE = ' SANDBOX ';
const WIDEST_BAR = 40;

export interface HeaderOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
  /** Simulated data, which is always labelled. */
  readonly sandbox: boolean;
  /** How old the data is, beside its time: for one look, not for a pane that stays. */
  readonly showAge: boolean;
}

/** Timeframe, session and the data's own time on a line (two or three where it is tight); then breadth. */
export function renderHeader(snapshot: Snapshot, options: HeaderOptions): Lines {
  const lines = [...identify(snapshot, options)];
  if (snapshot.breadth !== null) lines.push(renderBreadth(snapshot.breadth, options.width, options.theme));
  return lines;
}

type Pieces = ReadonlyArray<readonly [text: string, paint: Paint]>;

function identify(snapshot: Snapshot, options: HeaderOptions): Lines {
  const { width, theme, nowMilliseconds, sandbox, showAge } = options;
  const { session, asOfMilliseconds } = snapshot;
  const timeframe = clip(cleanText(snapshot.timeframe ?? 'unknown').toUpperCase(), 12);
  const state = session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${session}`;
  const time = formatTime(asOfMilliseconds, nowMilliseconds);
  const age = showAge ? formatAge(asOfMilliseconds, nowMilliseconds) : '';
  const name: Pieces = [[timeframe, theme.title]];
  const status: Pieces = [[state, session === 'open' ? theme.up : theme.muted]];
  const moment: Pieces = [
    ['as of ', theme.muted],
    [time, theme.strong],
  ];
  const gap = ['  ', none] as const;
  const [first = name, ...more] = firstThatFits(
    [
      [[...name, gap, ...status, gap, ...moment, [age === '' ? '' : `, ${age}`, theme.muted]]],
      [[...name, gap, ...status, gap, ...moment]],
      [name, [...status, gap, ...moment]],
      [name, status, moment],
    ],
    width,
    sandbox ? SANDBOX_BADGE.length + 1 : 0,
  );
  return [
    withBadge(first, sandbox ? SANDBOX_BADGE : '', options),
    ...more.map((line) => joinPieces(line, width).painted),
  ];
}

/** The first of these layouts whose lines all fit, with cells taken from the first line; else the last. */
function firstThatFits(
  layouts: ReadonlyArray<ReadonlyArray<Pieces>>,
  width: number,
  taken: number,
): ReadonlyArray<Pieces> {
  const fitting = layouts.find((lines) =>
    lines.every((line, index) => widthOf(line) + (index === 0 ? taken : 0) <= width),
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

/** `▲ 231 ██████░░░░ 154 ▼ of 400`: what is up, what is down, as numbers and as a bar. */
function renderBreadth(breadth: Breadth, width: number, theme: Theme): string {
  const { advancers, decliners, symbols } = breadth;
  const up = `▲ ${advancers ?? ABSENT}`;
  const down = `${decliners ?? ABSENT} ▼`;
  const universe = symbols === null ? '' : `  of ${symbols} symbols`;
  const roomForBar = width - displayWidth(up) - displayWidth(down) - 2;
  const tail = roomForBar - universe.length >= 10 ? universe : '';
  const cells = Math.min(WIDEST_BAR, Math.max(0, roomForBar - tail.length));
  const total = (advancers ?? 0) + (decliners ?? 0);
  const known = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0 && total > 0;
  const filled = known ? Math.round(cells * (advancers / total)) : 0;
  return joinPieces(
    [
      [up, theme.up],
      [' ', none],
      ['█'.repeat(filled), theme.up],
      ['░'.repeat(known ? cells - filled : 0), theme.down],
      [known ? ' ' : '· ', none],
      [down, theme.down],
      [tail, theme.muted],
    ],
    width,
  ).painted;
}
