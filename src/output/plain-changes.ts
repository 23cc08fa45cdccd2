import { sentenceWords } from '../fields/change-words.ts';
import type { DataOrigin } from '../fields/data-origin.ts';
import { topPlayRow } from '../fields/row.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { ABSENT, formatTimeWithZone, NONE, plainLine, plainText } from '../text/format.ts';
import type { PaintedLines, Piece } from '../text/lines.ts';
import type { Style } from '../text/style.ts';
import { unpainted } from '../text/theme.ts';
import { labelPieces, topPlayPieces } from './pieces.ts';

/** Prints the time and the top play, then a sentence for each change: `KI Movers 3 (was 9)`. */
export function renderPlainChanges(
  { timeframe, time, topPlay }: Snapshot,
  changes: ReadonlyArray<ChangeEvent>,
  options: Style & DataOrigin,
): PaintedLines {
  if (changes.length === 0) return [];
  const topChange = changes.find(({ type }) => type === 'topPlay');
  const sentences = changes.filter((change) => change !== topChange).map(sentenceOf);
  const pieces: ReadonlyArray<Piece> = [
    [formatTimeWithZone(time, options), unpainted],
    [timeframe, unpainted],
    ['top play', options.theme.accent],
    ...(topPlay == null
      ? [[NONE, unpainted] as const]
      : topPlayPieces(topPlayRow(topPlay), ['symbol', 'price', 'dayPct'], options)),
    ...(topChange === undefined ? [] : [[`was ${topChange.from ?? 'none'}`, unpainted] as const]),
    ...labelPieces(options),
  ];
  return [plainLine(pieces), ...sentences.map((sentence) => `  ${sentence}`)];
}

function sentenceOf(change: ChangeEvent): string {
  const text = `${change.symbol ?? ''} ${sentenceWords(change)}`;
  return plainText(text.replaceAll(ABSENT, NONE));
}
