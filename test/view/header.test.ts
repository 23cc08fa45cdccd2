import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { renderHeader } from '../../src/view/header.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const OPTIONS = { width: 80, theme: CLASSIC, nowMilliseconds: NOW, isSimulated: false, showAge: true };
const header = (fields: JsonObject, options: Partial<typeof OPTIONS> = {}) =>
  renderHeader(snapshotOf(fields), { ...OPTIONS, ...options });

describe('session and time', () => {
  test.each<readonly [name: string, fields: JsonObject, line: string]>([
    ['as usual', {}, 'DAY  ● open  as of 14:30:00 UTC, 12 s ago'],
    ['premarket', { session: 'premarket' }, 'DAY  ◐ premarket  as of 14:30:00 UTC, 12 s ago'],
    ['after hours', { session: 'afterhours' }, 'DAY  ◑ afterhours  as of 14:30:00 UTC, 12 s ago'],
    ['closed', { session: 'closed' }, 'DAY  ○ closed  as of 14:30:00 UTC, 12 s ago'],
    ['session null', { session: null }, 'DAY  session unknown  as of 14:30:00 UTC, 12 s ago'],
    ['a new session', { session: 'lunch' }, 'DAY  session unknown  as of 14:30:00 UTC, 12 s ago'],
    ['asOf null', { asOf: null }, 'DAY  ● open  as of unknown'],
    ['asOf unparsable', { asOf: 'soon' }, 'DAY  ● open  as of unknown'],
    ['asOf a number', { asOf: 12 }, 'DAY  ● open  as of unknown'],
    ['asOf before 1970', { asOf: '1969-12-31T00:00:00Z' }, 'DAY  ● open  as of unknown'],
    ['asOf a little ahead', { asOf: '2026-06-03T14:30:20Z' }, 'DAY  ● open  as of 14:30:20 UTC'],
    ['asOf far ahead', { asOf: '2099-01-01T00:00:00Z' }, 'DAY  ● open  as of unknown'],
    [
      'asOf yesterday',
      { asOf: '2026-06-02T20:00:00Z' },
      'DAY  ● open  as of 2026-06-02 20:00:00 UTC, 18 h ago',
    ],
    ['timeframe null', { timeframe: null }, 'UNKNOWN  ● open  as of 14:30:00 UTC, 12 s ago'],
    [
      'a hostile timeframe',
      { timeframe: `\x1b[31m${'x'.repeat(99)}` },
      '?[31MXXXXXX…  ● open  as of 14:30:00 UTC, 12 s ago',
    ],
  ])('%s', (_, fields, line) => {
    expect(header(fields)[0]).toBe(line);
  });

  test('the age is omitted in a live pane', () => {
    expect(header({}, { showAge: false })[0]).toBe('DAY  ● open  as of 14:30:00 UTC');
  });
});

describe('breadth', () => {
  test.each<readonly [name: string, breadth: unknown, line: string | undefined]>([
    [
      'as usual',
      { advancers: 231, decliners: 154, symbols: 400 },
      `▲ 231 ${'█'.repeat(24)}${'░'.repeat(16)} 154 ▼  of 400 symbols`,
    ],
    ['all up', { advancers: 400, decliners: 0, symbols: 400 }, `▲ 400 ${'█'.repeat(40)} 0 ▼  of 400 symbols`],
    [
      'symbols null',
      { advancers: 1, decliners: 1, symbols: null },
      `▲ 1 ${'█'.repeat(20)}${'░'.repeat(20)} 1 ▼`,
    ],
    ['advancers null', { advancers: null, decliners: 154, symbols: 400 }, '▲ – · 154 ▼  of 400 symbols'],
    ['decliners a word', { advancers: 231, decliners: '154', symbols: 400 }, '▲ 231 · – ▼  of 400 symbols'],
    ['all null', { advancers: null, decliners: null, symbols: null }, '▲ – · – ▼'],
    ['nothing moved', { advancers: 0, decliners: 0, symbols: 400 }, '▲ 0 · 0 ▼  of 400 symbols'],
    ['negative', { advancers: -5, decliners: 10, symbols: 400 }, '▲ -5 · 10 ▼  of 400 symbols'],
    [
      'huge',
      { advancers: 1e308, decliners: 5, symbols: 400 },
      `▲ 1e+308 ${'█'.repeat(40)} 5 ▼  of 400 symbols`,
    ],
    [
      'too huge to add',
      { advancers: 1e308, decliners: 1e308, symbols: 1 },
      `▲ 1e+308 ${'░'.repeat(40)} 1e+308 ▼  of 1 symbols`,
    ],
    ['null', null, undefined],
    ['a list', [1, 2], undefined],
  ])('%s', (_, breadth, line) => {
    expect(header({ breadth })[1]).toBe(line);
  });
});

test('a header is never NaN, undefined or wider than the pane', () => {
  const odd = [null, 0, -1, 1e308, Number.MIN_VALUE, 12.5, 'x', 9_007_199_254_740_991];
  for (const width of [20, 21, 30, 39, 40, 60, 80, 200]) {
    for (const advancers of odd) {
      for (const decliners of odd) {
        for (const fields of [
          {},
          { timeframe: 'investing', session: 'afterhours', asOf: '2026-01-01T00:00:00Z' },
        ]) {
          const lines = header(
            { ...fields, breadth: { advancers, decliners, symbols: advancers } },
            { width, isSimulated: true },
          );
          expect(lines.join('\n')).not.toMatch(/NaN|undefined|Infinity/);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
      }
    }
  }
});

describe('lines by width', () => {
  const yesterday = { timeframe: 'investing', session: 'afterhours', asOf: '2026-06-02T14:30:00Z' };

  test.each([20, 30, 40, 50, 80])('%d cells', (width) => {
    const lines = header(yesterday, { width, isSimulated: true });
    expect(lines.join('\n')).toContain('SANDBOX');
    expect(lines.join('\n')).toContain(width >= 30 ? 'as of 2026-06-02 14:30:00' : 'as of 2026-06-02');
  });

  test('one to three lines above the breadth', () => {
    const heights = [30, 40, 80].map((width) => header(yesterday, { width, isSimulated: true }).length - 1);
    expect(heights).toEqual([3, 2, 1]);
  });

  test('the badge is at the end of the first line', () => {
    expect(header({}, { width: 50, isSimulated: true })[0]).toMatchInlineSnapshot(
      `"DAY  ● open  as of 14:30:00 UTC, 12 s ago SANDBOX "`,
    );
    expect(header({}, { width: 30, isSimulated: true }).join('\n')).toMatchInlineSnapshot(`
      "DAY                   SANDBOX 
      ● open  as of 14:30:00 UTC
      ▲ 231 ███████████░░░░░░░ 154 ▼"
    `);
  });
});

test('parts of the header are painted by role', () => {
  expect(header({}, { width: 60, theme: ROLES, isSimulated: true }).join('\n')).toMatchInlineSnapshot(`
    "<title>DAY</title>  <up>● open</up>  <muted>as of </muted><strong>14:30:00</strong><muted> UTC</muted><muted>, 12 s ago</muted>          <badge> SANDBOX </badge>
    <up>▲ 231</up> <up>███████████████████</up><down>░░░░░░░░░░░░░</down> <down>154 ▼</down><muted>  of 400 symbols</muted>"
  `);
});
