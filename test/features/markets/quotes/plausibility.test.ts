import test from 'ava';
import type { ProviderQuote } from '../../../../src/features/markets/quote.js';
import { assess, isImpossible, type PriceContext } from '../../../../src/features/markets/quotes/plausibility.js';
import { plainQuote } from '../../../support/fake-market-provider.js';
import { HOUR } from '../../../support/service-for.js';

const now = Date.UTC(2026, 10, 20, 18);
const apple = (price: number, rest: Partial<ProviderQuote> = {}) =>
  plainQuote('AAPL.US', price, { previousClose: 230.57, high: 233.22, low: 229.57, tradedAt: new Date(now), ...rest });
const judge = (quote: ProviderQuote, rest: Partial<PriceContext> = {}) =>
  assess(quote, { trusted: undefined, isConfirmed: false, lastSessionOpen: undefined, now, jumpShare: 0.5, ...rest });

test('an ordinary quote has no warning', (t) => {
  const { quote, warnings } = judge(apple(231.41), {
    trusted: { price: 230, doubtedSince: null },
    lastSessionOpen: now - HOUR * 24,
  });
  t.deepEqual([quote, warnings], [apple(231.41), []]);
});

test('a price ten times outside its own range is rejected', (t) => {
  t.true(isImpossible(apple(231_410_000)));
  t.true(isImpossible(apple(2.3141)));
  t.true(isImpossible(apple(Number.NaN)));
  t.false(isImpossible(apple(300)));
  t.false(isImpossible(apple(23_141, { high: null })), 'without a high nothing contradicts it');
});

test('a price outside its range by more than rounding is served with a warning', (t) => {
  const { quote, warnings } = judge(apple(234));
  t.is(quote.price, 234);
  t.deepEqual(warnings, ["The price is outside its session's range of 229.57 to 233.22."]);
  t.deepEqual(judge(apple(233.225)).warnings, []);
});

test('a high below the low is removed, together with the low, with a warning', (t) => {
  const { quote, warnings } = judge(apple(231.41, { high: 1, low: 500 }));
  t.deepEqual([quote.price, quote.high, quote.low], [231.41, null, null]);
  t.deepEqual(warnings, ['The high (1) was below the low (500); both were removed.']);
});

for (const [slip, factor] of [
  ['in pence', 100],
  ['in pounds', 0.01],
  ['with a misplaced decimal point', 1_000_000],
] as const) {
  test(`a price ${slip} has a warning, compared with the previous close or with the last known price`, (t) => {
    const slipped = plainQuote('VOD.LSE', 0.73 * factor, { previousClose: 0.73, tradedAt: new Date(now) });
    t.is(judge(slipped).warnings.length, 1);
    t.regex(
      judge(slipped).warnings[0] ?? '',
      new RegExp(`^The price is ${factor} times the previous close \\(0.73\\): `),
    );
    const { quote, warnings } = judge(
      { ...slipped, previousClose: null },
      { trusted: { price: 0.73, doubtedSince: null } },
    );
    t.is(quote.price, slipped.price);
    t.regex(warnings[0] ?? '', new RegExp(`^The price is ${factor} times the last known price \\(0.73\\): `));
  });
}

test('a jump is trusted when a second source confirms it or it has held for an hour', (t) => {
  const halved = plainQuote('AAPL.US', 100, { tradedAt: new Date(now) });
  const trusted = { price: 231, doubtedSince: null };
  t.deepEqual(judge(halved, { trusted, isConfirmed: true }).warnings, []);
  const first = judge(halved, { trusted });
  t.deepEqual([first.warnings.length, first.trusted], [1, { price: 231, doubtedSince: now }]);
  const later = judge(halved, { trusted: first.trusted, now: now + HOUR / 2 });
  t.deepEqual([later.warnings.length, later.trusted], [1, { price: 231, doubtedSince: now }]);
  const held = judge(halved, { trusted: later.trusted, now: now + HOUR });
  t.deepEqual([held.warnings, held.trusted], [[], { price: 100, doubtedSince: null }]);
});

test('a spike that is over does not affect later quotes', (t) => {
  const spike = judge(plainQuote('BTC-USD.CC', 6_500_000), { trusted: { price: 65_000, doubtedSince: null } });
  const after = judge(plainQuote('BTC-USD.CC', 65_100), { trusted: spike.trusted, now: now + 5_000 });
  t.deepEqual([after.warnings, after.trusted], [[], { price: 65_100, doubtedSince: null }]);
});

test('a price older than the last session is stale and names its day', (t) => {
  const lastSessionOpen = Date.UTC(2026, 10, 19, 14, 30);
  const { quote, warnings } = judge(apple(231.41, { tradedAt: new Date('2000-01-01T00:00:00Z') }), { lastSessionOpen });
  t.deepEqual([quote.stale, warnings], [true, ['The price is from 2000-01-01, before the last session.']]);
  t.is(judge(apple(231.41, { tradedAt: new Date(lastSessionOpen) }), { lastSessionOpen }).quote.stale, undefined);
});
