import test from 'ava';
import {
  disagreement,
  fresher,
  type SourceQuote,
  volumeOf,
} from '../../../../src/features/markets/quotes/two-sources.js';
import { FakeMarketProvider, plainQuote } from '../../../support/fake-market-provider.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute));
const said = (name: 'eodhd' | 'finnhub', price: number, minute: number | null, stale = false): SourceQuote => ({
  provider: new FakeMarketProvider(name),
  quote: plainQuote('AAPL.US', price, { tradedAt: minute === null ? null : at(minute), stale }),
});

test('the price traded later wins; without a time the first source wins', (t) => {
  const [early, late, timeless] = [said('eodhd', 1, 10), said('finnhub', 2, 11), said('finnhub', 3, null)];
  t.is(fresher(early, late), late);
  t.is(fresher(late, early), late);
  t.is(fresher(early, timeless), early);
  t.is(fresher(timeless, early), early);
  t.is(fresher(early, said('finnhub', 2, 10)), early);
});

test('a price that its own provider marks as stale loses', (t) => {
  const [old, good] = [said('eodhd', 1, 20, true), said('finnhub', 2, 10)];
  t.is(fresher(old, good), good);
  t.is(fresher(good, old), good);
});

test('prices of about the same time that differ by more than the configured fraction cause a warning that names both sources', (t) => {
  t.is(
    disagreement(said('eodhd', 100, 10), said('finnhub', 101, 11), 0.005, true)?.warning,
    'The eodhd and The finnhub differ by 1.00 % on the price.',
  );
  t.is(
    disagreement(said('eodhd', 101, 10), said('finnhub', 100, 11), 0.005, true)?.warning,
    'The eodhd and The finnhub differ by 1.00 % on the price.',
  );
  t.is(disagreement(said('eodhd', 100, 10), said('finnhub', 100.5, 11), 0.005, true), undefined);
});

test('during trading hours, prices of different times, or without a time, are not compared', (t) => {
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, 31), 0.005, true), undefined);
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, null), 0.005, true), undefined);
});

test('outside trading hours, prices of different times are compared, and the warning has both times', (t) => {
  const sentence =
    'The eodhd and The finnhub differ by 50.00 % on the price: one is from 2026-11-20T20:00Z, the other from 2026-11-20T22:00Z.';
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, 120), 0.005, false)?.warning, sentence);
  t.is(disagreement(said('eodhd', 100, 0), said('finnhub', 150, null), 0.005, false), undefined);
});

test('a missing volume is taken from the other source of the same session, with a warning that names it', (t) => {
  const counted = said('eodhd', 100, 0);
  counted.quote.volume = 5;
  t.deepEqual(volumeOf(said('finnhub', 100, 15), counted), { volume: 5, warning: 'The volume is from The eodhd.' });
  t.is(volumeOf(said('finnhub', 100, 24 * 60), counted), undefined, 'it is from the previous session');
  t.is(volumeOf(counted, said('finnhub', 100, 15)), undefined, 'it has its own');
  t.is(volumeOf(said('finnhub', 100, null), counted), undefined);
});
