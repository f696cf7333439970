import 'reflect-metadata';
import test from 'ava';
import { PortfolioOverlaps } from '../../../src/features/graphs/relations/portfolio-overlaps.service.js';
import type { ExposuresApi } from '../../../src/features/portfolios/portfolios.api.js';

const exposure = (weights: Record<string, number>) => ({
  portfolio: {},
  holdings: Object.entries(weights).map(([symbol, weight]) => ({ symbol, weight })),
  unmapped: [],
  places: [],
});

test('only holdings with a positive weight in both portfolios overlap', async (t) => {
  const portfolios: Record<string, object> = {
    first: exposure({ 'A.US': 0.5, 'B.US': 0, 'C.US': -0.1, 'D.US': 0.2, 'E.US': 0.1 }),
    second: exposure({ 'A.US': 0.25, 'B.US': 0.5, 'C.US': 0.1, 'D.US': 0 }),
  };
  const overlaps = new PortfolioOverlaps({
    of: async (_account: string, id: string) => portfolios[id],
  } as unknown as ExposuresApi);
  const { symbols, overlap } = await overlaps.between('ada', 'first', 'second');
  t.deepEqual(symbols, [{ item: 'A.US', firstWeight: 0.5, secondWeight: 0.25, overlap: 0.25 }]);
  t.is(overlap, 0.25);
});
