import type { Simulated } from '../api/snapshot.ts';
import type { ChangeEvent } from '../model/changes.ts';
import type { TimeZone } from '../time-zone.ts';
import { MARKET_SESSIONS, type Timeframe } from '../vocabulary.ts';
import { CHANGE_SIGNS, confluenceSign, onBoards, SYMBOL_WIDTH, topPlayWords } from './change-words.ts';
import { ABSENT, formatPercent, formatTimeWithZone, SESSION_SIGNS } from './format.ts';
import { originBadge } from './label.ts';
import { cleanText, clip, fitCell } from './safe-text.ts';

/** A line of its own has room for the whole badge. */
const LINE_WIDTH = 80;
/** A longer text of the service is cut. */
const MAX_WIDTH = 40;

export interface MetOrigin {
  readonly timeframe: Timeframe;
  readonly asOfMilliseconds: number | null;
  readonly isSimulated: Simulated;
  readonly nowMilliseconds: number;
  readonly timeZone: TimeZone;
}

/** `14:31:00 EST  day  ◆4  NVDA   on 4 boards (was 3)`: what met `--until`, in the words of the log. */
export function renderMetLine(event: ChangeEvent, origin: MetOrigin): string {
  const { timeframe, asOfMilliseconds, isSimulated, nowMilliseconds, timeZone } = origin;
  const time = formatTimeWithZone(asOfMilliseconds, nowMilliseconds, timeZone);
  const symbol = event.symbol === null ? '' : shown(event.symbol);
  const parts = [
    `${time}  ${timeframe}  ${fitCell(signOf(event), 3)}`,
    symbol.padEnd(SYMBOL_WIDTH),
    wordsOf(event),
    originBadge(isSimulated, LINE_WIDTH).trim(),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** What happened, or in a first snapshot what is so. */
function wordsOf({ type, board, symbol, from, to }: ChangeEvent): string {
  switch (type) {
    case 'entered':
    case 'listed':
      return `${shown(board)} ${shown(to)}`;
    case 'moved':
      return `${shown(board)} ${shown(to)}${from === to ? '' : was(shown(from))}`;
    case 'left':
      return `left ${shown(board)}${was(shown(from))}`;
    case 'topPlay':
      return `${topPlayWords(symbol)} (${from === null ? 'none before' : `was ${shown(from)}`})`;
    case 'session':
      return `market ${to === null ? 'unknown' : shown(to)}${was(from === null ? 'unknown' : shown(from))}`;
    case 'bias':
      return `${shown(to)}${was(shown(from))}`;
    case 'confluence':
      return `${onBoards(numberOf(to))}${from === null ? '' : was(shown(from))}`;
    case 'dayPct':
      return `${formatPercent(numberOf(to))}${from === null ? '' : was(formatPercent(numberOf(from)))}`;
    case 'breadth':
      return `breadth ${share(to)}${from === null ? '' : was(share(from))}`;
  }
}

function signOf({ type, from, to }: ChangeEvent): string {
  switch (type) {
    case 'entered':
    case 'left':
    case 'topPlay':
    case 'bias':
      return CHANGE_SIGNS[type];
    case 'moved':
      return from === null || to === null || from === to ? '' : to < from ? '▲' : '▼';
    case 'session': {
      const session = MARKET_SESSIONS.find((each) => each === to);
      return session === undefined ? '?' : SESSION_SIGNS[session];
    }
    case 'confluence':
      return confluenceSign(numberOf(to));
    default:
      return '';
  }
}

function shown(value: ChangeEvent['to']): string {
  return value === null ? ABSENT : clip(cleanText(String(value)), MAX_WIDTH);
}

function numberOf(value: ChangeEvent['to']): number | null {
  return typeof value === 'number' ? value : null;
}

/** Advancers of advancers and decliners, as `--until breadth<=0.4` names them. */
function share(value: ChangeEvent['to']): string {
  return numberOf(value)?.toFixed(2) ?? ABSENT;
}

function was(text: string): string {
  return ` (was ${text})`;
}
