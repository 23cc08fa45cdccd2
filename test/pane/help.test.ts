import { expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { screensAfter } from '../support/play.ts';

// The golden files `help-…` show the whole help of each view; `topic-keys` shows all keys and signs.
test.each([
  ['the zoom', 'z', ['other board (or h l)', '·▂▅█'], ['top ranks, all ranks']],
  ['the log', 'e', ['top ranks, all ranks, or pins', 'a new top play'], ['other board (or h l)']],
  [
    'the confluence view',
    'c',
    ['top play, place, symbol, price', 'two boards or more, all, pins'],
    ['other board (or h l)'],
  ],
  ['a card', 'j\r', ['ranks of the day', 'by 13:51'], ['choose boards', 'baseline']],
  ['the list of boards', 'b', ['show all boards, or none', 'shown board, hidden board'], ['go to a time']],
  [
    'the tiles',
    '',
    ['entered; climbed 2, fell 1', 'lost ', 'was ◆4', '7 more: e', 'bds ◆5', '(Forum 7)', '1-5 Tab'],
    ['show all boards', 'top ranks, all ranks'],
  ],
])('the help of %s fits 80 × 24, and has only its keys and signs', async (_, keys, own, others) => {
  const service = minuteService(() => boardsOf({ movers: 'AAA BBB' }));
  const [help = ''] = await screensAfter('watch', [`${keys}?`], { ...service, columns: 80, rows: 24 });
  for (const words of own) expect(help).toContain(words);
  for (const words of others) expect(help).not.toContain(words);
  // The entries are the keys that no footer shows.
  const entries = /^Look ─[\s\S]*^Signs ─/m.exec(help)?.[0].match(/(?:^| {3})\S+(?: \S+)? {2,}[a-z]/gm) ?? [];
  expect(entries.length).toBeLessThanOrEqual(14);
  expect(help).toContain('boards help keys');
  // Without a position in the footer, everything fits on the screen.
  expect(help).toMatch(/\nq back {2}\? close *$/);
});
