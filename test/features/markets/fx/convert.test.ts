import 'reflect-metadata';
import test from 'ava';
import { ConversionService } from '../../../../src/features/markets/fx/conversion.service.js';
import { decimalsOf } from '../../../../src/features/markets/fx/currency.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import fc from '../../../support/properties.js';
import { afterRecordedDays, FixedPrices, RecordedRates, recordedTables } from '../../../support/recorded-rates.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const tradedAt = new Date('2026-04-12T10:00:00Z');
const prices = { 'BTC-USD.CC': 71_000.5, 'ETH-USD.CC': 2_200, 'USDAED.FOREX': 3.6725, 'KWDUSD.FOREX': 3.25 };

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = afterRecordedDays(
    await startTestService({ marketProviders: [new RecordedRates(), new FixedPrices(prices, tradedAt)] }),
  );
  ada = await service.signedIn();
});
test.after.always(() => service.close());

/** Returns the currencies of a path in order, such as `BTC USD EUR`. */
const waypoints = (path: Array<{ base: string; quote: string }>) =>
  [path[0]?.base, ...path.map(({ quote }) => quote)].join(' ');
const convert = async (query: string) => (await ada.get(`/markets/fx/convert?${query}`)).json;

test('an amount is converted at the published rate, and the response shows the step', async (t) => {
  t.like(await convert('amount=1250.40&base=EUR&quote=USD'), {
    amount: '1250.40',
    base: 'EUR',
    quote: 'USD',
    rate: 1.1684,
    result: '1460.97',
    path: [{ base: 'EUR', quote: 'USD', rate: 1.1684, provider: 'frankfurter' }],
    date: '2026-04-13',
    requestedDate: null,
  });
});

test('a conversion to the base uses the inverse rate', async (t) => {
  t.like(await convert('amount=1168.40&base=usd&quote=eur'), {
    rate: 0.8558712769599452,
    result: '1000.00',
    path: [{ base: 'USD', quote: 'EUR', rate: 0.8558712769599452 }],
  });
});

test('a conversion between two other currencies goes through the base', async (t) => {
  const { path, rate, result } = await convert('amount=100&base=GBP&quote=JPY');
  t.deepEqual(path, [
    { base: 'GBP', quote: 'EUR', rate: 1.1486595143467573, provider: 'frankfurter' },
    { base: 'EUR', quote: 'JPY', rate: 186.75, provider: 'frankfurter' },
  ]);
  t.is(rate, 214.51216430425694);
  t.is(result, '21451');
});

test('converting a currency to itself needs no provider', async (t) => {
  t.like(await convert('amount=12.345&base=CHF&quote=chf'), { rate: 1, result: '12.35', path: [], provenance: null });
});

test('long amounts are converted exactly', async (t) => {
  t.is((await convert('amount=999999999999999999.99&base=EUR&quote=EUR')).result, '999999999999999999.99');
  t.is(
    (await convert('amount=123456789012345678.123456789012345678&base=EUR&quote=USD')).result,
    '144246912282024690.32',
  );
  t.is((await convert('amount=1.005&base=EUR&quote=EUR')).result, '1.01');
});

test('an amount can have an exponent', async (t) => {
  t.like(await convert('amount=1.5e3&base=EUR&quote=EUR'), { amount: '1500', result: '1500.00' });
  t.like(await convert('amount=25e-8&base=BTC&quote=BTC'), { amount: '0.00000025', result: '0.00000025' });
});

test('an amount that is too long is rejected, and the error names the limits', async (t) => {
  const { status, json } = await ada.get(`/markets/fx/convert?amount=1${'0'.repeat(30)}&base=EUR&quote=USD`);
  t.is(status, 400);
  t.deepEqual(json.errors, [
    {
      in: 'query',
      pointer: 'query/amount',
      name: 'amount',
      detail:
        'must be a decimal number above 0 such as 1250.40 or 1e-7, with at most 18 digits before the point, 18 after it and an exponent from -18 to 18',
    },
  ]);
});

test('a conversion on a weekend uses the rates of Friday', async (t) => {
  const friday = await convert('amount=100&base=EUR&quote=USD&date=2026-03-27');
  for (const day of ['2026-03-28', '2026-03-29'])
    t.like(await convert(`amount=100&base=EUR&quote=USD&date=${day}`), {
      date: '2026-03-27',
      requestedDate: day,
      rate: friday.rate,
      result: friday.result,
    });
  t.not((await convert('amount=100&base=EUR&quote=USD&date=2026-03-30')).rate, friday.rate);
});

test('a crypto-asset is converted at its price in dollars, and every step names its provider', async (t) => {
  const { path, rate, result, date, provenance } = await convert('amount=0.5&base=BTC&quote=EUR');
  t.deepEqual(path, [
    { base: 'BTC', quote: 'USD', rate: 71_000.5, provider: 'coinbase' },
    { base: 'USD', quote: 'EUR', rate: 0.8558712769599452, provider: 'frankfurter' },
  ]);
  t.is(rate, 60_767.28859979459);
  t.deepEqual([result, date], ['30383.64', '2026-04-13']);
  t.like(provenance, { provider: 'coinbase', asOf: tradedAt.toISOString() });
  t.regex(provenance.warnings.join(), /frankfurter and coinbase/);
});

test('an amount in a crypto-asset has eight decimals; between two of them no rates are needed', async (t) => {
  t.like(await convert('amount=1000&base=USD&quote=BTC'), {
    result: '0.01408441',
    path: [{ base: 'USD', quote: 'BTC', provider: 'coinbase' }],
  });
  const { path, date } = await convert('amount=1&base=BTC&quote=ETH');
  t.is(waypoints(path), 'BTC USD ETH');
  t.is(date, '2026-04-12');
  t.like(await convert('amount=1&base=BTC&quote=BTC'), { rate: 1, result: '1.00000000', path: [] });
});

test('a currency without a published rate is converted at its quote, in either direction', async (t) => {
  t.like(await convert('amount=100&base=AED&quote=USD'), {
    rate: 0.27229407760381213,
    result: '27.23',
    path: [{ base: 'AED', quote: 'USD', provider: 'coinbase' }],
  });
  const { path, result } = await convert('amount=100&base=EUR&quote=KWD');
  t.is(waypoints(path), 'EUR USD KWD');
  t.is(result, '35.951', '116.84 dollars at 3.25');
});

for (const [query, status, pointers] of [
  ['amount=1&base=QQQ&quote=EUR', 422, ['query/base']],
  ['amount=1&base=EUR&quote=QQQ', 422, ['query/quote']],
  ['amount=1&base=QQQ&quote=QQQ', 422, ['query/base']],
  ['amount=1&base=EUR&quote=ZWL', 422, ['query/quote']],
  ['amount=1&base=BTC&quote=EUR&date=2026-04-01', 422, ['query/base']],
  ['amount=1&base=EUR&quote=AED&date=2026-04-01', 422, ['query/quote']],
  ['amount=1&base=EUR&quote=USD&date=2026-03-01', 422, ['query/date']],
  ['amount=1&base=EUR&quote=USD&date=9999-01-01', 400, ['query/date']],
  ['base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=1&base=EUR', 400, ['query/quote']],
  ['amount=&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=1e19&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=0&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=0.00e3&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=-1&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=0x10&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=1%2C000&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=%2B1&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=.5&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=007&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=1234567890123456789&base=EUR&quote=USD', 400, ['query/amount']],
  ['amount=NaN&base=EUR&quote=USD', 400, ['query/amount']],
] as const) {
  test(`${query} is ${status} at ${pointers}`, async (t) => {
    const { json, ...answer } = await ada.get(`/markets/fx/convert?${query}`);
    t.deepEqual(
      [answer.status, json.errors?.map((error: { pointer: string }) => error.pointer)],
      [status, [...pointers]],
    );
  });
}

test('without a price the response is 503, and conversions that need no price still work', async (t) => {
  const source = new FixedPrices(prices, tradedAt);
  source.failure = new UpstreamError('timeout');
  const { signedIn } = await serviceFor(t, { marketProviders: [new RecordedRates(), source] });
  const bob = await signedIn();
  const answer = await bob.get('/markets/fx/convert?amount=1&base=BTC&quote=EUR');
  t.deepEqual([answer.status, answer.json.code], [503, 'unavailable']);
  t.is((await bob.get('/markets/fx/convert?amount=1&base=EUR&quote=USD')).status, 200);
});

const published = recordedTables.at(-1) as (typeof recordedTables)[number];
const currency = fc.constantFrom(published.base, ...Object.keys(published.rates), 'BTC', 'ETH');
const cents = fc.integer({ min: 1, max: 1_000_000_000 }).map((units) => (units / 100).toFixed(2));

test('converting there and back returns the amount, within rounding', async (t) => {
  const conversions = service.services.get(ConversionService);
  await fc.assert(
    fc.asyncProperty(currency, currency, cents, async (from, to, amount) => {
      const there = await conversions.convert({ amount, base: from, quote: to });
      const back = await conversions.convert({ amount: there.result, base: to, quote: from });
      // Rounding may change the result by half a unit of the last decimal of `to`, converted back, and half a unit of
      // `from`.
      const allowed = (0.5 / 10 ** decimalsOf(to)) * back.rate + 0.5 / 10 ** decimalsOf(from);
      return Math.abs(Number(back.result) - Number(amount)) <= allowed * (1 + 1e-9) + Number(amount) * 1e-12;
    }),
  );
  t.pass();
});

test('the rate is the product of the steps, and the same through a third currency', async (t) => {
  const conversions = service.services.get(ConversionService);
  const rate = async (from: string, to: string) =>
    (await conversions.convert({ amount: '1', base: from, quote: to })).rate;
  const isNear = (a: number, b: number) => Math.abs(a / b - 1) < 1e-12;
  await fc.assert(
    fc.asyncProperty(currency, currency, currency, async (a, b, c) => {
      const { path, rate: whole } = await conversions.convert({ amount: '1', base: a, quote: c });
      const product = path.reduce((sofar, step) => sofar * step.rate, 1);
      return isNear(product, whole) && isNear((await rate(a, b)) * (await rate(b, c)), whole);
    }),
  );
  t.pass();
});

test('pence are hundredths of a pound, also within other conversions', async (t) => {
  t.like(await convert('amount=250&base=GBX&quote=GBP'), {
    result: '2.50',
    rate: 0.01,
    path: [{ base: 'GBX', quote: 'GBP', rate: 0.01, provider: 'fixed' }],
    provenance: null,
  });
  t.like(await convert('amount=2.5&base=gbp&quote=gbx'), { result: '250.00', rate: 100 });
  t.like(await convert('amount=5&base=GBX&quote=GBX'), { result: '5.00', rate: 1, path: [] });
  const [pounds, pence] = [
    await convert('amount=1&base=GBP&quote=JPY'),
    await convert('amount=100&base=GBX&quote=JPY'),
  ];
  t.deepEqual([pence.result, pence.path.length], [pounds.result, pounds.path.length + 1]);
});

test('a small amount that is rounded to zero is in preciseResult', async (t) => {
  const { rate, result, preciseResult } = await convert('amount=0.01&base=JPY&quote=EUR');
  t.is(result, '0.00');
  t.true(Math.abs(Number(preciseResult) / (rate * 0.01) - 1) < 1e-9);
  t.is((await convert('amount=1.50&base=EUR&quote=EUR')).preciseResult, '1.5');
});
