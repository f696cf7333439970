import test from 'ava';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';
import { startFrankfurterStub } from '../../../support/vendors/reference-rate-stubs.js';

const frankfurter = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'frankfurter', startFrankfurterStub(), options);

test('the latest rates are per euro, of the day in the response', async (t) => {
  const { provider, stub } = await frankfurter(t);
  const table = await provider.rates?.rates();
  t.deepEqual([table?.base, table?.day, table?.rates.USD, table?.rates.JPY], ['EUR', '2026-04-13', 1.1684, 186.75]);
  t.deepEqual(table?.at, new Date('2026-04-13T14:00:00Z'), 'as old as the quote that is made of it');
  t.deepEqual([stub.requests[0]?.path, stub.requests[0]?.query.toString()], ['/v1/latest', 'base=EUR']);
});

test('a day without rates has those of an earlier day, which the table names', async (t) => {
  const { provider, stub } = await frankfurter(t);
  t.is((await provider.rates?.rates('2026-04-06'))?.day, '2026-04-02');
  t.is(stub.requests[0]?.path, '/v1/2026-04-06');
  await t.throwsAsync(async () => provider.rates?.rates('1998-12-31'), { code: 'not_found' });
});

test('a quote has the last rate, its publication time and the rate of the day before', async (t) => {
  const { provider, stub } = await frankfurter(t);
  const quotes = await provider.quotes?.quotes(symbols('EURUSD.FOREX', 'USDJPY.FOREX', 'EURXYZ.FOREX'));
  t.deepEqual(quotes?.[0], {
    symbol: 'EURUSD.FOREX',
    currency: 'USD',
    price: 1.1684,
    previousClose: 1.1711,
    open: null,
    high: null,
    low: null,
    volume: null,
    bid: null,
    ask: null,
    tradedAt: new Date('2026-04-13T14:00:00Z'),
  });
  t.deepEqual([quotes?.length, quotes?.[1]?.currency, quotes?.[1]?.price], [2, 'JPY', 186.75 / 1.1684]);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/v1/2026-03-31..2026-04-14'],
  );
});

test('each day with rates is one flat candle without a volume', async (t) => {
  const { provider, stub } = await frankfurter(t);
  const ask = (text: string, from: string, to: string) =>
    provider.candles?.candles(symbol(text), '1d', new Date(from), new Date(to));
  const candles = (await ask('GBPEUR.FOREX', '2026-04-02', '2026-04-09')) ?? [];
  t.deepEqual(
    candles.map(({ time }) => time.toISOString()),
    ['2026-04-02T00:00:00.000Z', '2026-04-07T00:00:00.000Z', '2026-04-08T00:00:00.000Z'],
  );
  for (const { open, high, low, close, volume } of candles)
    t.deepEqual([high, low, close, volume], [open, open, open, null]);
  t.is(stub.requests[0]?.path, '/v1/2026-04-02..2026-04-08');
  t.deepEqual(await ask('GBPEUR.FOREX', '2026-04-04', '2026-04-06'), []);
  await t.throwsAsync(async () => ask('EURXYZ.FOREX', '2026-04-02', '2026-04-09'), { code: 'not_found' });
});

test('rates not per euro, without a day or without a rate are rejected; a malformed rate is skipped', async (t) => {
  const { provider, stub } = await frankfurter(t);
  const good = { amount: 1.0, base: 'EUR', date: '2024-01-15', rates: { USD: 1.0945 } };
  for (const body of [
    { ...good, base: 'USD' },
    { ...good, amount: 10 },
    { ...good, date: null },
    { ...good, rates: {} },
    { ...good, rates: { USD: 0 } },
    [],
  ]) {
    stub.reply('/v1/', { body });
    await t.throwsAsync(async () => provider.rates?.rates(), { code: 'bad_answer' }, JSON.stringify(body));
    stub.reply('/v1/', { body: good });
    await provider.rates?.rates();
  }
  stub.reply('/v1/', { body: { ...good, rates: { USD: '1.0945', GBP: 'N/A', JPY: -3, bad: 1 } } });
  t.deepEqual((await provider.rates?.rates())?.rates, { USD: 1.0945 });
});
