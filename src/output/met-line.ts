import { formatConfluence } from '../fields/fields.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { Reading } from '../text/ctx.ts';
import { ABSENT, formatTimeWithZone, NONE, SESSION_SIGNS } from '../text/format.ts';
import { originBadge } from '../text/label.ts';
import { cleanText, clip, fitCell } from '../text/safe-text.ts';
import { MARKET_SESSIONS, type Timeframe } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { CHANGE_SIGNS, changeWords, SYMBOL_WIDTH } from './change-words.ts';
import { joinTexts, plainText } from './plain-table.ts';

/** A line of its own has room for the whole badge. */
const LINE_WIDTH = 80;
/** A longer text of the service is cut. */
const MAX_WIDTH = 40;

export interface MetOrigin extends Reading {
  readonly timeframe: Timeframe;
  readonly asOfMilliseconds: number | null;
  readonly isSimulated: Simulated;
}

/** `14:31:00 EST  day  ◆4  NVDA   on 4 boards (was 3)`: what met `--until`, in the words of the log. */
export function renderMetLine(event: ChangeEvent, origin: MetOrigin): string {
  const symbol = event.symbol === null ? '' : shown(event.symbol);
  const parts = [
    `${formatTimeWithZone(origin.asOfMilliseconds, origin)}  ${origin.timeframe}  ${fitCell(signOf(event), 3)}`,
    symbol.padEnd(SYMBOL_WIDTH),
    wordsOf(event, boardTitle),
    badgeOf(origin),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** `14:31:00 EST  day  confluence  NVDA  on 4 boards (was 3)`: the same with the type of the event for its sign, field by field. */
export function renderPlainMetLine(event: ChangeEvent, origin: MetOrigin): string {
  const symbol = event.symbol === null ? null : shown(event.symbol);
  const fields = [
    formatTimeWithZone(origin.asOfMilliseconds, origin),
    origin.timeframe,
    event.type,
    plainText(symbol),
    plainText(wordsOf(event, (key) => key).replaceAll(ABSENT, NONE)),
  ];
  const badge = badgeOf(origin);
  return joinTexts(badge === '' ? fields : [...fields, badge]);
}

/** Plain output names boards as options do. */
function wordsOf(event: ChangeEvent, nameOf: (key: string) => string): string {
  return changeWords(event, { board: (key) => (key === null ? ABSENT : shown(nameOf(key))), text: shown });
}

function badgeOf({ isSimulated }: MetOrigin): string {
  return originBadge(isSimulated, LINE_WIDTH).trim();
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
