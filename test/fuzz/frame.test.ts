import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import { PANE_KEYS } from '../../src/pane/keys.ts';
import { frontOf } from '../../src/pane/state.ts';
import type { Opened } from '../../src/pane/view.ts';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { paneWidth } from '../../src/text/capabilities.ts';
import { DAY_MS } from '../../src/time.ts';
import { PALETTES, TIMEFRAMES } from '../../src/vocabulary.ts';
import { createLoosePane, type LoosePane } from '../support/pane-content.ts';
import { COLUMNS } from '../support/view-fixtures.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 5);

/** A response of the service. */
interface Response {
  readonly body: unknown;
  /** From the time of the snapshot before, so that memory gets holes and times that go backwards; null leaves the time as it is. */
  readonly after: number | null;
}

function withTime(body: unknown, time: number): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...body, asOf: new Date(time).toISOString() } : body;
}

const ARROWS = ['up', 'down', 'left', 'right'];

/** A row that a key has selected is on the screen where there is room for it and for its sign. */
function expectVisible(
  lines: ReadonlyArray<string>,
  pane: LoosePane,
  before: Opened,
  { width, rows }: Size,
): void {
  const { view, selected } = frontOf(pane.state());
  // In the zoom, left and right show another board; if there is none, a symbol stays selected that may rank below --limit.
  if (rows < 5 || width < 30 || selected === before.selected || view.board !== undefined) return;
  if (selected === null) return;
  expect(lines.filter((line) => line.includes('▸'))).toHaveLength(1);
}

interface Size {
  readonly width: number;
  readonly rows: number;
}

const size = fc.record({
  width: fc.integer({ min: 1, max: 300 }).map(paneWidth),
  rows: fc.integer({ min: 1, max: 100 }),
});
const style = fc.record({
  size,
  palette: fc.constantFrom(...PALETTES),
  rememberedOrder: fc.constantFrom(null, orderBy('age'), orderBy('trend')),
  columns: fc.option(fc.array(fc.constantFrom(...COLUMNS)).map((more) => ['symbol' as const, ...more])),
  selection: fc.constantFrom({}, { boards: ['movers', 'rvol'] }, { symbols: ['AAA'] }),
  limit: fc.integer({ min: 1, max: 10 }),
});
const key = fc.oneof(
  fc.constantFrom(...PANE_KEYS.flatMap(({ keys }) => keys)),
  fc.constantFrom(...ARROWS, 'a', 'Z', 'enter', 'escape', 'backspace'),
);
const response = fc.record({
  body: hostileBody,
  after: fc.constantFrom(60_000, 60_000, 400_000, -400_000, DAY_MS, null),
});
/** A key, of which those of memory are the most frequent, or a response. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key }) },
  { weight: 2, arbitrary: fc.record({ key: fc.constantFrom('e', 'c', 's', 'f', 'enter', 'down') }) },
  { weight: 2, arbitrary: response },
);

describe('the live pane with hostile snapshots', () => {
  const title = 'has exactly the rows of the terminal, no line wider than it, and shows the selected row';

  test(fuzzTitle(title, 5), { timeout }, () => {
    fc.assert(
      fc.property(
        hostileBody,
        fc.option(hostileText),
        fc.array(step, { maxLength: 14 }),
        hostileText,
        style,
        fc.boolean(),
        (first, failure, steps, notice, { limit, selection, ...chosen }, isSimulated) => {
          const { size: drawn } = chosen;
          const options = { ...chosen, selection: { ...selection, limit }, timeframes: TIMEFRAMES };
          const pane = createLoosePane({ ...options, now: () => NOW });
          let time = NOW;
          const respond = ({ body, after }: Response) => {
            time += after ?? 0;
            const timed = after === null ? body : withTime(body, time);
            const snapshot = decodeSnapshot(JSON.parse(toWire(timed)));
            if (snapshot !== null) pane.receive(snapshot, 'day', isSimulated);
          };
          const draw = () => {
            const lines = pane.render();
            expect(lines).toHaveLength(drawn.rows);
            expectHarmless(lines, drawn.width);
            return lines;
          };
          respond({ body: first, after: null });
          if (failure !== null) pane.fail(failure);
          pane.notice.set(notice);
          draw();
          for (const taken of steps) {
            const before = frontOf(pane.state());
            if ('body' in taken) respond(taken);
            else pane.press(taken.key);
            const lines = draw();
            if ('key' in taken && ARROWS.includes(taken.key)) expectVisible(lines, pane, before, drawn);
          }
        },
      ),
      fuzzOptions(5),
    );
  });
});
