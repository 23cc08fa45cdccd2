import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { goldenFolder } from '../support/golden.ts';
import { marketFrom } from '../support/market.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const golden = goldenFolder('pane-messages');

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\r', '<Enter>'],
  ['\x1b', '<Esc>'],
  ['\x15', '<Ctrl-U>'],
]);

interface Story {
  /** Seconds until the first key. */
  readonly after: number;
  /** Each item is pressed half a second after the one before it. */
  readonly keys: ReadonlyArray<string>;
  readonly options?: PaneOptions;
}

/** The last line of the screen after each item, and what the pane prints when it has ended. */
async function messagesOf({ after, keys, options }: Story): Promise<string> {
  const script: Script = [
    ...keys.flatMap((pressed, index): Script => {
      const seconds = after + index / 2;
      return [
        [seconds, press(pressed)],
        [seconds + 0.4, shoot(String(index))],
      ];
    }),
    [after + keys.length / 2, press('q')],
    [after + keys.length / 2 + 30, press('\x03')],
  ];
  const world = { ...marketFrom('13:28:20'), columns: 240, rows: 40, ...options };
  const played = await play('watch', script, { ...world, env: { TERM: 'xterm-256color' } });
  const lines: Array<string> = [];
  for (const [index, pressed] of keys.entries()) {
    const screen = await played.screen(String(index));
    const footer = screen.split('\n').at(-1)?.trimEnd().replace(/ {3,}/g, '    ');
    lines.push(`${[...pressed].map((key) => NAMES.get(key) ?? key).join('')}\n  ${footer}\n`);
  }
  return `${lines.join('')}--- stderr\n${played.world.stderr()}`;
}

const silent: Transport = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const withComma: Transport = async () =>
  responseOf(200, bodyOf({ boards: { movers: [rowOf({ symbol: 'A,B' })] } }));

const STORIES: Readonly<Record<string, Story>> = {
  filters: {
    after: 60,
    keys: [
      ...['/nova', '\r', 'q', '\x1b', '/QQQ\r', '\r', 'z', '\x1b', '/R.R\r', '\x1b'],
      ...[`/${'A'.repeat(65)}`, '\x15', 'ABC,'.repeat(51), '\x1b'],
    ],
  },
  'without-a-snapshot': {
    after: 0.2,
    keys: ['@13:00\r', '[', ']', 's', 'j', '\r', 'z', 'e', 'q', 'c', 'q', 'y'],
    options: { transport: silent },
  },
  'a-ticker-with-a-comma': { after: 5, keys: ['j', '*', 'y'], options: { transport: withComma } },
};

describe('the messages of the pane after each key:', () => {
  test.each(Object.entries(STORIES))('%s', async (name, story) => {
    await golden.matches(name, await messagesOf(story));
  });
});
