import type { Simulated } from '../api/snapshot.ts';
import { groupBy } from '../group-by.ts';
import type { ChangeEvent } from '../model/changes.ts';
import { changeWords, type ServiceTexts } from '../view/change-words.ts';
import { BIASES, BOARD_CATALOGUE, MARKET_SESSIONS, type Timeframe } from '../vocabulary.ts';
import { clipboardText } from './clipboard-text.ts';

/** So many changes are described; the others are counted. */
const MAX_DESCRIBED = 3;

/**
 * The text of a notification about the changes of one snapshot, such as `boards day: EMLO entered movers 3, left search`. Of the
 * service it has tickers and numbers only: other text, such as the name of a board that is not in the catalogue, is replaced.
 */
export function notificationText(
  events: ReadonlyArray<ChangeEvent>,
  { timeframe, isSimulated }: { readonly timeframe: Timeframe; readonly isSimulated: Simulated },
): string {
  const phrases = [...groupBy(events, subjectOf)].map(([subject, group]) => {
    const changes = group.map(describe).join(', ');
    return subject === null ? changes : `${subject} ${changes}`;
  });
  const others = phrases.length - MAX_DESCRIBED;
  const shown = phrases.slice(0, MAX_DESCRIBED).join('; ');
  const label = isSimulated === true ? 'boards SANDBOX' : 'boards';
  return `${label} ${timeframe}: ${shown}${others > 0 ? `; and ${others} more` : ''}`;
}

/** Null for what is not about a symbol. */
function subjectOf({ type, symbol }: ChangeEvent): string | null {
  if (type === 'session' || symbol === null) return null;
  return symbolText(symbol);
}

/** The sign that says in other places that a symbol entered a board is a word here. */
function describe(event: ChangeEvent): string {
  return `${event.type === 'entered' ? 'entered ' : ''}${changeWords(event, OWN_TEXTS)}`;
}

/** Texts of the service where they are among ours. */
const OWN_TEXTS: ServiceTexts = {
  board: (board) => BOARD_CATALOGUE.find(({ key }) => key === board)?.key ?? 'a board',
  text: (value, type) =>
    type === 'topPlay'
      ? symbolText(value)
      : ([...BIASES, ...MARKET_SESSIONS].find((known) => known === value) ?? 'unknown'),
};

function symbolText(symbol: string): string {
  return clipboardText(symbol) ?? 'a symbol';
}
