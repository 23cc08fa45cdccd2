import { labelWords } from '../fields/data-origin.ts';
import { formatConfluence, isHighConfluence } from '../fields/fields.ts';
import { joinTexts } from '../text/lines.ts';
import { clip } from '../text/safe-text.ts';
import { dataStateOf } from './header/status-line.ts';
import type { ViewInput } from './view.ts';

const MAX_SYMBOL_CELLS = 16;

/** Returns `TLLT ◆4 · day` or `! stale · day`. */
export function titleText(input: ViewInput): string {
  const { newest, pane } = input;
  const isReplay = pane.playback !== null;
  const state = dataStateOf(input);
  const { symbol = null, boards = null } = (isReplay ? input : newest).completed?.topPlay ?? {};
  const sign = isHighConfluence(boards) ? formatConfluence(boards) : '';
  const topPlay = symbol === null ? 'boards' : joinTexts(' ', clip(symbol, MAX_SYMBOL_CELLS), sign);
  return joinTexts(
    input.style.theme.glyphs(' · '),
    state === 'live' || state === 'closed' ? topPlay : state,
    pane.timeframe,
    ...labelWords({ isSimulated: newest.isSimulated, isRecorded: isReplay }),
  );
}
