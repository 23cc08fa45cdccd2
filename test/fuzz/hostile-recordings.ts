import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';

const DAY = '2026-06-03';

const goodLine = fc
  .record({ minute: fc.integer({ min: 10, max: 40 }), rows: fc.nat({ max: 3 }) })
  .map(({ minute, rows }) => lineOf(`${DAY}T14:${minute}:00.000Z`, rows));
const line = fc.oneof(
  { weight: 4, arbitrary: hostileBody.map(toWire) },
  { weight: 4, arbitrary: goodLine },
  { weight: 1, arbitrary: fc.tuple(goodLine, fc.nat({ max: 400 })).map(([text, at]) => text.slice(0, at)) },
  { weight: 1, arbitrary: goodLine.map((text) => `${'{"a":'.repeat(70)}${text}${'}'.repeat(70)}`) },
  {
    weight: 1,
    arbitrary: goodLine.map((text) =>
      text.replace('"movers"', `"x":${'['.repeat(80)}${']'.repeat(80)},"movers"`),
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const file = fc.record({
  date: fc.constantFrom(DAY, DAY, DAY, '2026-06-02', '2099-01-01', '0000-00-00'),
  timeframe: fc.constantFrom('day', 'day', 'swing'),
  isCompressed: fc.boolean(),
  lines: fc.array(line, { maxLength: 8 }),
  ending: fc.constantFrom('\n', '\r\n', '\n\n', '\u2028'),
  beginning: fc.constantFrom('', '\uFEFF', '\n'),
  /** Bytes that are missing at the end. */
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 300 }) }),
});

const SERVICE = 'boards.example_443';

/** Files of recordings as a broken disk, other programs or an attacker could leave them. */
export const hostileFiles = fc.array(file, { minLength: 1, maxLength: 3 });

type HostileFile =
  typeof hostileFiles extends fc.Arbitrary<infer Files extends ReadonlyArray<unknown>> ? Files : never;

/** Writes the files below a data directory, and returns the path of the last one. */
export function writeHostileFiles(data: string, files: HostileFile): string {
  let path = '';
  for (const { date, timeframe, isCompressed, lines, ending, beginning, cut } of files) {
    const content = Buffer.from(beginning + lines.map((text) => text + ending).join(''));
    const name = `${date}/${timeframe}.ndjson${isCompressed ? '.gz' : ''}`;
    const written = writeRecording(join(data, SERVICE), name, content);
    truncateSync(written.path, Math.max(0, statSync(written.path).size - cut));
    path = written.path;
  }
  return path;
}
