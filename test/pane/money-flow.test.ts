import { expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { screensFrom } from '../support/play.ts';

const others = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** MID is always in the top 3 of the tier mid. PENNY enters the tier penny last, in the third minute. */
const service = () =>
  minuteService((minute) => {
    const flow = [...others(6, 'B'), ...others(5, 'M'), ...others(6, 'S'), ...others(5, 'P')];
    flow.splice(6 + minute, 0, 'MID');
    flow.push(minute < 2 ? 'LAST' : 'PENNY');
    return { ...boardsOf({ moneyFlow: flow.join(' '), movers: 'MID' }), topPlay: null };
  });

const OPTIONS = { columns: 120, rows: 40 };

test('tiles, cards and the confluence view number Money flow as the service does', async () => {
  const open = { ...service(), ...OPTIONS };
  const [tiles = '', , , card = ''] = await screensFrom(150, ['', '/mid\r', '', ''], open);
  for (const row of ['6     B5', '7     M0', '9 ▼2  MID', '13     S0', '19     P0', '24 NEW PENNY'])
    expect(tiles).toMatch(new RegExp(`(^| )${row} `, 'm'));
  expect(card).toMatch(/^Money flow +9 +by 14:30, 2m ago +█▇▅ /m);
  expect(card).toMatch(/^Money flow( +9){5}$/m);
  const [, list = ''] = await screensFrom(150, ['c', 'f'], { ...service(), ...OPTIONS });
  expect(list).toMatch(/ MID .* Movers 1 \(Money flow 9\)/);
});

test('the log has the ranks of the service; a sparkline is tall for the first rank of a tier', async () => {
  const [log = ''] = await screensFrom(150, ['ef'], { ...service(), ...OPTIONS });
  expect(log).toMatch(/ in +PENNY +Money flow 24,/);
  expect(log).toMatch(/ out +LAST +Money flow \(was 24, /);
  const [zoom = ''] = await screensFrom(150, ['z'], { ...service(), ...OPTIONS });
  expect(zoom).toMatch(/^ 9 ▼2 +MID .* {2}▅ /m);
});

test('ranks are those of the service, even if the tiers cannot be told apart', async () => {
  const flow = others(23, 'A').join(' ');
  const some = minuteService(() => ({ ...boardsOf({ moneyFlow: flow, movers: 'MID' }), topPlay: null }));
  const [tiles = ''] = await screensFrom(30, [''], { ...some, ...OPTIONS });
  for (const rank of [6, 7, 13, 18, 19, 23])
    expect(tiles).toMatch(new RegExp(`(^| ) ?${rank} +A${rank - 1} `, 'm'));
  expect(tiles).not.toMatch(/Money flow (blue|mid|small|penny)/);
});
