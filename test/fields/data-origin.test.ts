import { describe, expect, test } from 'vitest';
import { renderHeader } from '../../src/output/header-lines.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { styleOf } from '../support/view-fixtures.ts';

const TODAY = '2026-06-03T10:15:02Z';
const EARLIER = '2026-05-29T10:15:02Z';

interface Shown {
  readonly width?: number;
  readonly isSimulated?: boolean;
}

function header(asOf: string, { width = 80, isSimulated = false }: Shown = {}) {
  const options = { ...styleOf(width), isSimulated, isRecorded: true };
  return renderHeader([snapshotOf({ asOf, breadth: null })], options);
}

describe('the header of recorded data', () => {
  test.each([
    [80, [`DAY  ● open${' '.repeat(35)} RECORDED 2026-05-29 10:15:02 UTC `]],
    [40, ['DAY  ● open   RECORDED 2026-05-29 10:15 ']],
    [38, ['DAY  ● open', ' RECORDED 2026-05-29 10:15:02 UTC ']],
    [30, ['DAY  ● open', ' RECORDED 2026-05-29 10:15:02 ']],
    [20, ['DAY  ● open', ' RECORDED ', ' 2026-05-29 10:15 ']],
  ])('of another day, in %d cells', (width, lines) => {
    expect(header(EARLIER, { width })).toEqual(lines);
  });

  test.each([
    [80, [`DAY  ● open${' '.repeat(36)} RECORDED 10:15:02 UTC · SANDBOX `]],
    [30, ['DAY  ● open', ' RECORDED 10:15:02 · SANDBOX ']],
    [20, ['DAY  ● open', ' RECORDED 10:15 · ', ' SANDBOX ']],
  ])('simulated, in %d cells', (width, lines) => {
    expect(header(TODAY, { width, isSimulated: true })).toEqual(lines);
  });

  test('names RECORDED, a time and SANDBOX at every width, and no age', () => {
    for (let width = 20; width <= 120; width++) {
      for (const asOf of [TODAY, EARLIER]) {
        const lines = header(asOf, { width, isSimulated: true });
        expect(lines.join('\n')).toMatch(/RECORDED [\s\S]*10:15[\s\S]*SANDBOX/);
        expect(lines.join('\n')).not.toMatch(/ago|as of/);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }
    }
  });
});
