import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/api/snapshot.ts';
import { NetworkError } from '../../src/errors.ts';
import { paneWidth } from '../../src/view/boards.ts';
import { createTheme } from '../../src/view/theme.ts';
import { PALETTES, TIMEFRAMES } from '../../src/vocabulary.ts';
import { type FrameInput, type FrameStyle, renderFrame } from '../../src/watch/frame.ts';
import { KEY_BINDINGS, pressKey } from '../../src/watch/keys.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, staleness } from '../../src/watch/known-timeframe.ts';
import { initialViewState } from '../../src/watch/state.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 5);

/** The state of a pane after these responses, not all of which are valid. */
function knownAfter(
  bodies: ReadonlyArray<unknown>,
  failure: string | null,
  isSimulated: boolean,
): KnownTimeframe {
  let known = NO_DATA;
  for (const body of bodies) {
    const snapshot = decodeSnapshot(JSON.parse(toWire(body)));
    if (snapshot === null) continue;
    const { snapshot: previous } = known;
    const event = { type: 'snapshot', timeframe: 'day', snapshot, isSimulated, previous } as const;
    known = applyPoll(known, event, { wall: NOW - 1000, monotonic: 0 });
  }
  if (failure === null) return known;
  return { ...known, failure: new NetworkError(failure) };
}

const size = fc.record({
  width: fc.integer({ min: 1, max: 300 }).map(paneWidth),
  rows: fc.integer({ min: 1, max: 100 }),
});
const style: fc.Arbitrary<FrameStyle> = fc.record({
  size,
  theme: fc.constantFrom(...PALETTES).map((palette) => createTheme(palette, 1)),
  columns: fc.constant(null),
  selection: fc.constantFrom({}, { boards: ['movers', 'rvol'] }, { symbols: ['AAA'] }),
  limit: fc.integer({ min: 1, max: 10 }),
});
const key = fc.oneof(
  fc.constantFrom(...KEY_BINDINGS.flatMap(({ keys }) => keys)),
  fc.constantFrom('a', 'Z', 'enter', 'escape', 'backspace'),
);

describe('the live pane with hostile snapshots', () => {
  test(fuzzTitle('has exactly the rows of the terminal and no line wider than it', 5), { timeout }, () => {
    fc.assert(
      fc.property(
        fc.array(hostileBody, { maxLength: 2 }),
        fc.option(hostileText),
        fc.array(key, { maxLength: 12 }),
        hostileText,
        style,
        fc.boolean(),
        (bodies, failure, keys, notice, drawn, isSimulated) => {
          const known = knownAfter(bodies, failure, isSimulated);
          let state = initialViewState(TIMEFRAMES);
          const input = (): FrameInput => ({
            known,
            state,
            staleness: staleness(known, { wall: NOW, monotonic: 1000 }, 60),
            nextPollSeconds: 12,
            notice,
            nowMilliseconds: NOW,
          });
          for (const pressed of [...keys, '']) {
            const { lines, viewport } = renderFrame(input(), drawn);
            expect(lines).toHaveLength(drawn.size.rows);
            expectHarmless(lines, drawn.size.width);
            state = pressKey(state, pressed, viewport).state;
          }
        },
      ),
      fuzzOptions(5),
    );
  });
});
