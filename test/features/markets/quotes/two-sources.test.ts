import test from 'ava';
import { disagreement, fresher, type Said } from '../../../../src/features/markets/quotes/two-sources.js';
import { FakeMarketProvider, plainQuote } from '../../../support/fake-market-provider.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute));
const said = (name: 'eodhd' | 'finnhub', price: number, minute: number | null, stale = false): Said => ({
  provider: new FakeMarketProvider(name),
  quote: plainQuote('AAPL.US', price, { tradedAt: minute === null ? null : at(minute), stale }),
});

test('the price traded later wins; the first when that cannot be told', (t) => {
  const [early, late, timeless] = [said('eodhd', 1, 10), said('finnhub', 2, 11), said('finnhub', 3, null)];
  t.is(fresher(early, late), late);
  t.is(fresher(late, early), late);
  t.is(fresher(early, timeless), early);
  t.is(fresher(timeless, early), early);
  t.is(fresher(early, said('finnhub', 2, 10)), early);
});

test('a price that its own provider calls old gives way', (t) => {
  const [old, good] = [said('eodhd', 1, 20, true), said('finnhub', 2, 10)];
  t.is(fresher(old, good), good);
  t.is(fresher(good, old), good);
});

test('prices of about the same time that differ by more than the share make a sentence with both names', (t) => {
  t.is(disagreement(said('eodhd', 100, 10), said('finnhub', 101, 11), 0.005), 'The eodhd and The finnhub differ by 1.00 % on the price.');
  t.is(disagreement(said('eodhd', 101, 10), said('finnhub', 100, 11), 0.005), 'The eodhd and The finnhub differ by 1.00 % on the price.');
  t.is(disagreement(said('eodhd', 100, 10), said('finnhub', 100.5, 11), 0.005), undefined);
});

test('prices of different times, or of no time, are not compared', (t) => {
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, 31), 0.005), undefined);
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, null), 0.005), undefined);
});
