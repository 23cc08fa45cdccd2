import type { ChangeEvent } from '../market/diff.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Lines } from '../text/box.ts';
import { ABSENT, formatTimeWithZone, NONE } from '../text/format.ts';
import { boardTitle } from './board.ts';
import { changeWords } from './change-words.ts';
import type { HeaderOptions } from './header.ts';
import { labelCells, topPlayCells } from './plain.ts';
import { joinCells, plainCell, plainText } from './plain-table.ts';

/**
 * What follows plain tables: a line with the time and the top play, and a sentence for each of the changes, as
 * `KI Movers 3 (was 9)`. Empty without changes: silence is easier to listen to.
 */
export function renderPlainChanges(
  { timeframe, asOfMilliseconds, topPlay }: Snapshot,
  changes: ReadonlyArray<ChangeEvent>,
  options: HeaderOptions,
): Lines {
  if (changes.length === 0) return [];
  const topChange = changes.find(({ type }) => type === 'topPlay');
  const sentences = changes.filter((change) => change !== topChange).map(sentenceOf);
  const cells = [
    plainCell(formatTimeWithZone(asOfMilliseconds, options)),
    plainCell(timeframe),
    plainCell('top play', options.theme.accent),
    ...(topPlay === null ? [plainCell(null)] : topPlayCells(topPlay, ['symbol', 'price', 'dayPct'], options)),
    ...(topChange === undefined ? [] : [plainCell(`was ${topChange.from ?? 'none'}`)]),
    ...labelCells(options),
  ];
  return [joinCells(cells), ...sentences.map((sentence) => `  ${sentence}`)];
}

function sentenceOf(change: ChangeEvent): string {
  const words = changeWords(change, { board: (key) => boardTitle(key ?? ABSENT), text: (value) => value });
  const text = [change.symbol ?? '', words, change.type === 'entered' ? '(new)' : ''].join(' ');
  return plainText(text.replaceAll(ABSENT, NONE));
}
