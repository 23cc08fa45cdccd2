import { describe, expect, test } from 'vitest';
import { renderHeader } from '../../src/output/header.ts';
import { labelNotes } from '../../src/text/label.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { ctxOf } from '../support/view-fixtures.ts';

const TODAY = '2026-06-03T10:15:02Z';
const EARLIER = '2026-05-29T10:15:02Z';

interface Shown {
  readonly width?: number;
  readonly isSimulated?: boolean;
}

function header(asOf: string, { width = 80, isSimulated = false }: Shown = {}) {
  const options = { ...ctxOf(width), isSimulated, isRecorded: true };
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

describe('notes for machine formats', () => {
  const origin = (asOf: string | null, isSimulated: boolean, isRecorded: boolean) => ({
    snapshot: snapshotOf({ asOf }),
    isSimulated,
    isRecorded,
  });

  test.each([
    ['live', [origin(TODAY, false, false)], []],
    ['simulated', [origin(TODAY, true, false)], ['SANDBOX: simulated data']],
    ['recorded', [origin(TODAY, false, true)], ['RECORDED: data of 2026-06-03 10:15:02 UTC']],
    [
      'both',
      [origin(TODAY, true, true)],
      ['SANDBOX: simulated data', 'RECORDED: data of 2026-06-03 10:15:02 UTC'],
    ],
    [
      'of several times',
      [origin(TODAY, false, true), origin(EARLIER, false, true)],
      ['RECORDED: data of 2026-05-29 10:15:02 UTC to 2026-06-03 10:15:02 UTC'],
    ],
    ['of an unknown time', [origin(null, false, true)], ['RECORDED: data of an unknown time']],
  ])('%s', (_, snapshots, notes) => {
    expect(labelNotes(snapshots, 'UTC')).toEqual(notes);
  });

  test('are in the zone of the user', () => {
    expect(labelNotes([origin(TODAY, false, true)], 'America/New_York')).toEqual([
      'RECORDED: data of 2026-06-03 06:15:02 EDT',
    ]);
  });
});
