import type { Reading } from '../lib/time.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { formatPercent, formatTimeWithZone, plainLine } from '../text/format.ts';
import { fitCell } from '../text/safe-text.ts';
import { unpainted } from '../text/theme.ts';
import { boardTitle } from './board-title.ts';
import { labelWords } from './data-origin.ts';
import { formatConfluence } from './fields.ts';
import { SESSION_SIGNS, sessionWords } from './market-session.ts';

const SIGNS: Readonly<Record<string, string>> = {
  entered: 'in',
  left: 'out',
  topPlay: '★',
  bias: '·',
  rang: 'rang',
  ...SESSION_SIGNS,
};
export const SYMBOL_WIDTH = 6;
export const SIGN_CELLS = 4;

/** Each output formats texts from the service in its own way. */
export interface ServiceTexts {
  board(key: string): string;
  text(value: string): string;
}

const SHOWN_TEXTS: ServiceTexts = {
  board: boardTitle,
  text: (value) => value,
};

/** Returns `in Movers 2`, `out of Movers (was 4)` or `Movers 2 (was 5)`. */
export function sentenceWords(event: Omit<ChangeEvent, 'asOf' | 'timeframe'>, texts = SHOWN_TEXTS): string {
  const verb = { entered: 'in ', left: 'out of ' }[String(event.type)] ?? '';
  return verb + changeWords(event, texts);
}

/** Returns the words beside a sign and a symbol, such as `Movers 2 (was 5)`. */
export function changeWords(event: Omit<ChangeEvent, 'asOf' | 'timeframe'>, texts = SHOWN_TEXTS): string {
  const { type, symbol } = event;
  const board = texts.board(event.board ?? '');
  const to = valueText(event.to, type, texts);
  const was = event.from === null ? '' : ` (was ${valueText(event.from, type, texts)})`;
  switch (type) {
    case 'entered':
    case 'listed':
      return `${board} ${to}`;
    case 'moved':
      return `${board} ${to}${was}`;
    case 'left':
      return board + was;
    case 'topPlay':
      return `${topPlayWords(symbol)}${was === '' ? ' (none before)' : was}`;
    case 'session':
      return `market ${to}${was}`;
    case 'bias':
    case 'dayPct':
      return `${to}${was}`;
    case 'confluence':
      return `on ${to} ${to === '1' ? 'board' : 'boards'}${was}`;
    case 'breadth':
      return `breadth ${to}${was}`;
  }
}

function valueText(value: ChangeEvent['to'], type: ChangeEvent['type'], { text }: ServiceTexts): string {
  if (type === 'dayPct') return formatPercent(Number(value));
  // A share, as in `--until breadth<=0.4`.
  if (type === 'breadth') return Number(value).toFixed(2);
  return text(type === 'session' ? sessionWords(String(value)) : String(value));
}

export function topPlayWords(symbol: string | null): string {
  return symbol === null ? 'no top play' : 'top play';
}

/** Returns `14:31:00 EST  day  ◆4  NVDA   on 4 boards (was 3)`; plain output has the type as its sign. */
export function renderMetLine(
  event: ChangeEvent,
  { timeframe, snapshot, isSimulated }: Omit<TimeframeSnapshot, 'isRecorded'>,
  reading: Reading,
  isPlain: boolean,
): string {
  const time = formatTimeWithZone(snapshot.time, reading);
  const symbol = event.symbol ?? '';
  const labels = labelWords({ isSimulated });
  if (isPlain) {
    // Plain output names boards as options do.
    const words = changeWords(event, { ...SHOWN_TEXTS, board: (key) => key });
    const cells = [time, timeframe, event.type, symbol, words, ...labels];
    return plainLine(cells.map((text) => [text, unpainted]));
  }
  const start = `${time}  ${timeframe}  ${fitCell(signOf(event.type, event.from, event.to), SIGN_CELLS)}`;
  return [start, symbol.padEnd(SYMBOL_WIDTH), changeWords(event), ...labels].join(' ');
}

/** Returns `in`, `◆4`, `lost`, `●` or `▲`; empty for a change without a sign. */
export function signOf(type: string, from: ChangeEvent['from'], to: ChangeEvent['to']): string {
  if (type === 'confluence') return Number(to) < Number(from) ? 'lost' : formatConfluence(Number(to));
  if (type === 'moved') return Number(to) < Number(from) ? '▲' : '▼';
  return SIGNS[type === 'session' ? String(to) : type] ?? '';
}
