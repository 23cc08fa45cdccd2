import type { Simulated } from '../api/snapshot.ts';
import type { ChangeEvent } from '../model/changes.ts';
import type { TimeZone } from '../time-zone.ts';
import { MARKET_SESSIONS, type Timeframe } from '../vocabulary.ts';
import { CHANGE_SIGNS, changeWords, SYMBOL_WIDTH } from './change-words.ts';
import { formatConfluence } from './columns.ts';
import { ABSENT, formatTimeWithZone, SESSION_SIGNS } from './format.ts';
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
    changeWords(event, { board: (key) => shown(key ?? ABSENT), text: shown }),
    originBadge(isSimulated, LINE_WIDTH).trim(),
  ];
  return parts.filter((part) => part !== '').join(' ');
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
      return formatConfluence(numberOf(to));
    default:
      return '';
  }
}

function numberOf(value: ChangeEvent['to']): number | null {
  return typeof value === 'number' ? value : null;
}

function shown(text: string): string {
  return clip(cleanText(text), MAX_WIDTH);
}
