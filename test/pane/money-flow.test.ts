import { expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { screensFrom } from '../support/play.ts';

const others = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** MID is rank 1 to 3 of mid (7 to 9 of the service). In the third minute PENNY comes to rank 6 of penny. */
const service = () =>
  minuteService((minute) => {
    const flow = [...others(6, 'B'), ...others(5, 'M'), ...others(6, 'S'), ...others(5, 'P')];
    flow.splice(6 + minute, 0, 'MID');
    flow.push(minute < 2 ? 'LAST' : 'PENNY');
    return { ...boardsOf({ moneyFlow: flow.join(' '), movers: 'MID' }), topPlay: null };
  });

const OPTIONS = { columns: 120, rows: 40 };

test('Money flow has one numbering: the card, its trail and its matrix have the rank within the tier', async () => {
  const [card = ''] = await screensFrom(150, ['/mid\r'], { ...service(), ...OPTIONS });
  expect(card).toMatch(/^Money flow mid +3 +1 {2}≤14:30 · ≥2m +█▇▅ /m);
  expect(card).toMatch(/^Money flow +mid 3 +mid 3/m);
});

test('the log has the rank from the service, the sparkline of zoom that within the tier', async () => {
  const [log = ''] = await screensFrom(150, ['ef'], { ...service(), ...OPTIONS });
  expect(log).toMatch(/ in +PENNY +Money flow 24,/);
  expect(log).toMatch(/ out +LAST +Money flow \(was 24, /);
  const [zoom = ''] = await screensFrom(150, ['z'], { ...service(), ...OPTIONS });
  expect(zoom).toMatch(/^ 3 ▼2 +MID .* ·+▅ /m);
});
