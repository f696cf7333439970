import test from 'ava';
import { fanChart } from '../../../src/features/portfolios/scenarios/fan-chart.js';

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] as string);

/** Draws paths that begin at 100,000 and spread by a factor each month. */
const drawn = (lowest: number) =>
  fanChart({
    title: 'Savings: simulated value',
    subtitle: '1,000 paths, seed 1',
    width: 960,
    height: 480,
    theme: 'light',
    currency: 'EUR',
    start: new Date('2026-11-28'),
    months: Array.from({ length: 25 }, (_, month) => ({
      month,
      mean: 100_000 * 1.05 ** month,
      quantiles: [lowest ** month, 0.98 ** month, 1.01 ** month, 1.06 ** month, 1.2 ** month].map(
        (factor) => 100_000 * factor,
      ),
    })),
  });

test('a Monte Carlo chart has a logarithmic axis with its currency, and labels of one form', async (t) => {
  const texts = textsOf(await drawn(0.92));
  t.true(texts.some((text) => text.endsWith('log scale')));
  t.true(
    ['EUR', '50K', '1M', '5%: 13.5K', 'median: 127K', '95%: 7.95M', 'today: 100K'].every((text) =>
      texts.includes(text),
    ),
    texts.join('|'),
  );
});

test('a Monte Carlo chart with a worthless quantile has a linear axis', async (t) => {
  const texts = textsOf(await drawn(0));
  t.false(texts.some((text) => text.endsWith('log scale')));
  t.true(
    ['EUR', '0', '2M', '5%: 0', 'today: 100K'].every((text) => texts.includes(text)),
    texts.join('|'),
  );
});

test('the four bands of a Monte Carlo chart lie on each other, from the lowest to the highest quantile', async (t) => {
  const areas = [...(await drawn(0.92)).matchAll(/<path d="M([^"]*)Z" [^>]*fill-opacity/g)].map(([, path]) =>
    (path as string).split('L').map((point) => point.split(' ').map(Number)),
  );
  t.is(areas.length, 4);
  for (const [index, area] of areas.entries()) {
    const upper = area.slice(0, area.length / 2);
    const lower = area.slice(area.length / 2);
    // Positions grow downward.
    t.true((upper.at(-1)?.[1] as number) < (lower[0]?.[1] as number));
    const above = areas[index + 1];
    if (above !== undefined) t.deepEqual(above.slice(above.length / 2).reverse(), upper);
  }
});
