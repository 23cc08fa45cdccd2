import { excessOf } from '../json-object.ts';
import { parseAsOf } from '../service/as-of.ts';
import { decodeSnapshot, type Snapshot } from '../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';

/** How a program such as this one writes the boards of a snapshot; rows have a field of that name which is a number. */
const BOARDS_FIELD = '"boards":{';
const HEAD_BYTES = 512;
/** Fields of texts, numbers and words only: what follows is a field of the snapshot and not of a part of it. */
const FIELDS = String.raw`^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,\s*)*?`;
const AS_OF = new RegExp(String.raw`${FIELDS}"asOf"\s*:\s*"([^"\\]*)"`);
const TIMEFRAME = new RegExp(String.raw`${FIELDS}"timeframe"\s*:\s*"([^"\\]*)"`);

/**
 * Decodes a line as a response of the service is decoded, within the same limits; with symbols, of the boards only their rows.
 * Null if it is not a snapshot.
 */
export function decodeLine(line: Buffer, symbols?: ReadonlyArray<string>): Snapshot | null {
  // A file may begin with a byte order mark.
  const text = line.toString().replace(/^\uFEFF/, '');
  if (excessOf(text) !== null) return null;
  try {
    return decodeSnapshot(JSON.parse(text), symbols);
  } catch {
    return null;
  }
}

/** The time of a snapshot, as sent and in milliseconds since 1970. */
interface LineTime {
  readonly asOf: number;
  readonly text: string;
}

/**
 * Returns a function that gives the time of each line of a file; null for one that is not a snapshot. Lines of one program begin
 * and end in the same way: of those, only the first one is decoded, and one that is torn behind a brace.
 */
export function createTimeReader(): (line: Buffer, isComplete: boolean) => LineTime | null {
  let usualEnd = '';
  return (line, isComplete) => {
    const end = line.toString('latin1', line.length - 3).replace(/\d/g, '0');
    if (isComplete && end === usualEnd && line.includes(BOARDS_FIELD)) {
      const text = AS_OF.exec(headOf(line))?.[1];
      const asOf = text === undefined ? null : parseAsOf(text);
      if (text !== undefined && asOf !== null) return { asOf, text };
    }
    const { asOf: text = null, asOfMilliseconds: asOf = null } = decodeLine(line) ?? {};
    if (text === null || asOf === null) return null;
    usualEnd = end;
    return { asOf, text };
  };
}

/** Whether a line may list one of the symbols: it has one in quotes, or an escape, with which any text can be written. */
export function mayList(symbols: ReadonlyArray<string>): (line: Buffer) => boolean {
  // Without the first quotation mark, which is everywhere, the search is faster.
  const texts = ['\\', ...symbols.map((symbol) => JSON.stringify(symbol).slice(1))];
  return (line) => texts.some((text) => line.includes(text));
}

/** The timeframe that a snapshot names; null if it names none of those that there are. */
export function timeframeOfLine(line: Buffer): Timeframe | null {
  const name = TIMEFRAME.exec(headOf(line))?.[1] ?? decodeLine(line)?.timeframe;
  return TIMEFRAMES.find((timeframe) => timeframe === name) ?? null;
}

function headOf(line: Buffer): string {
  return line.toString('latin1', 0, HEAD_BYTES);
}
