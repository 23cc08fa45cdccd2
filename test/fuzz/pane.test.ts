import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../../src/lib/json.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Pane, play, press, type Script, shoot } from '../support/play.ts';
import { RESTORED } from '../support/program.ts';
import { responseOf } from '../support/responses.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { hostileFiles, writeHostileFiles } from './hostile-recordings.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const START = Date.UTC(2026, 5, 3, 14, 30, 5);
const COMMANDS = [
  'watch -n 30',
  'watch -n 30 -t all',
  'watch -n 30 --record -t day,swing --since 15m',
  'watch -n 30 --symbol AAA,S0 --bias bullish',
  'watch -n 30 --columns symbol,age,trend,boards,name --sort age -l 3 --palette mono',
  'watch -n 30 --columns symbol,tag,metric --sort dayPct --palette colorblind',
  'replay',
  'replay -t day,swing --from 14:20',
  'replay FILE',
];
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are about control characters.
/** Keys that end the pane. */
const ENDS = /[q\x03\x1a\x1c]/g;
/** The clipboard, and notifications of pins. */
const ALLOWED = /\x1b\](52;c;[\w+/=]*|[29];[^\x00-\x1f\x7f-\x9f]*)(\x07|\x1b\\)/g;
const BEYOND_THE_SCREEN = /\x1b[\]PX^_]/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these were about control characters.

/** Bytes of a terminal: keys of every view, sequences that are cut, a paste, a report of the mouse. */
const bytes = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'hjklzecbsfn?*y12345[],.rgG \r\t\x7f') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[5~', '\x1b[6~', '\x1b'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('/S0\r', '/AAA', '@14:20\r', '@15m\r', '@', 'e\r', 'c\r', 'zc', 'eq'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\x1b[', '\x1b]11;rgb', '\x1b[M !!', '\x1b[200~S0 AAA\x1b[201~', '\x1bOP'),
  },
  { weight: 1, arbitrary: hostileText.map((text) => text.replaceAll(ENDS, '')) },
);
const size = fc.record({ columns: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) });
/** Keys, or in some runs another size of the terminal. */
const keys = fc.array(bytes, { maxLength: 5 }).map((all) => all.join(''));
const steps = fc.oneof(
  fc.array(keys, { maxLength: 25 }),
  fc.array(fc.oneof({ weight: 8, arbitrary: keys }, { weight: 1, arbitrary: size }), { maxLength: 25 }),
);
const resize =
  ({ columns, rows }: { readonly columns: number; readonly rows: number }) =>
  (pane: Pane) =>
    pane.resize(columns, rows);
/** A response, and how many minutes it is dated beside its time. */
const response = fc.record({
  body: hostileBody,
  isFailure: fc.nat(9).map((chance) => chance === 0),
  minutes: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, -10, 1, 3, 100, null),
});

test(fuzzTitle(
  'any keys in a pane of hostile snapshots and recordings leave it with a documented code',
  25,
), {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      hostileFiles,
      fc.array(response, { minLength: 1, maxLength: 8 }),
      size,
      steps,
      fc.constantFrom(...COMMANDS),
      async (files, responses, terminal, steps, command) => {
        const data = temporaryDirectory();
        const path = writeHostileFiles(data, files);
        const clock = createFakeClock(START);
        let index = 0;
        const transport = async () => {
          const chosen = responses[index++ % responses.length];
          if (chosen === undefined || chosen.isFailure) return responseOf(503, {});
          const { body, minutes } = chosen;
          const asOf = new Date(clock.now() + (minutes ?? 0) * MINUTE_MS).toISOString();
          const text = toWire(minutes !== null && isObject(body) ? { ...body, asOf } : body);
          return { ...responseOf(200, {}), body: new TextEncoder().encode(text) };
        };
        const end = steps.length * 7 + 10;
        const script: Script = [
          ...steps.flatMap(
            (each, place): Script => [
              [place * 7 + 5, typeof each === 'string' ? press(each) : resize(each)],
              [place * 7 + 8, shoot(String(place))],
            ],
          ),
          [end, shoot('last')],
          [end + 1, press('\x1b\x1b')],
          [end + 2, press('\x03')],
        ];
        const env = { BOARDS_DATA_DIR: data, TZ: 'UTC', TERM: 'xterm-256color' };
        const played = await play(command.replace('FILE', path), script, {
          clock,
          transport,
          env,
          ...terminal,
        });
        rmSync(data, { recursive: true });
        const isReplay = command.startsWith('replay');
        expect(isReplay ? [0, 2, 10, 130] : [0, 130]).toContain(played.exitCode);
        expect(played.cooked).toBe(true);
        if (played.raw === '') return;
        expect(played.raw.includes('\x1b[?1049h')).toBe(played.raw.includes(RESTORED));
        // Of the sequences that set something beyond the screen, only these.
        expect(played.raw.replaceAll(ALLOWED, '')).not.toMatch(BEYOND_THE_SCREEN);
        if (played.exitCode !== 130) return;
        // What was drawn in a larger terminal is beyond the edges of a smaller one.
        const isResized = steps.some((each) => typeof each !== 'string');
        for (const name of [...steps.keys(), 'last'].map(String)) {
          if (!isResized) expect(await played.overflow(name)).toEqual([]);
          expectHarmless((await played.screen(name)).split('\n'), 200);
        }
      },
    ),
    fuzzOptions(25),
  );
});
