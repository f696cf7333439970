import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import type { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { InstrumentFactsService } from '../../../src/features/portfolios/allocation/instrument-facts.service.js';

const factsWhen = async (error: Error) => {
  const markets = { instrument: () => Promise.reject(error) } as unknown as MarketsApi;
  return (await new InstrumentFactsService(markets).of(new Map([['A.US', 'USD']]))).get('A.US');
};

test('if no provider has an instrument, or every provider fails now, only its currency is known', async (t) => {
  const alone = { symbol: 'A.US', currency: 'USD', assetClass: null, sector: null, country: null };
  for (const code of ['not_found', 'unavailable'] as const)
    t.deepEqual(await factsWhen(new Problem(code, { detail: '.' })), alone, code);
});

test('any other error of a lookup is thrown', async (t) => {
  await t.throwsAsync(factsWhen(new Problem('conflict', { detail: '.' })), { code: 'conflict' });
  await t.throwsAsync(factsWhen(new Error('a mistake')), { message: 'a mistake' });
});

test('instruments that no provider knows now have no name', async (t) => {
  const markets = {
    instrument: (symbol: string) =>
      symbol === 'A.US'
        ? Promise.resolve({ instrument: { name: 'Alpha' } })
        : Promise.reject(new Problem('not_found', { detail: '.' })),
  } as unknown as MarketsApi;
  t.deepEqual([...(await new InstrumentFactsService(markets).names(['A.US', 'B.US']))], [['A.US', 'Alpha']]);
});
