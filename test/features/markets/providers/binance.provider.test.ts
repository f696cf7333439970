import test from 'ava';
import { startBinanceStub } from '../../../support/vendors/binance-stub.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';

const binance = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'binance', startBinanceStub(), options);

test('several quotes are requested in one call, each in the asset it is traded in', async (t) => {
  const { provider, stub } = await binance(t);
  const quotes = await provider.quotes?.quotes(symbols('BTC-USDT.CC', 'ETH-BTC.CC', 'BTC-USD.CC'));
  t.deepEqual(
    stub.requests.map(({ path, query }) => [path, query.get('symbols')]),
    [['/api/v3/ticker/24hr', '["BTCUSDT","ETHBTC"]']],
  );
  t.is(quotes?.[1]?.currency, 'BTC');
  t.deepEqual(quotes?.[0], {
    symbol: 'BTC-USDT.CC',
    currency: 'USDT',
    price: 64002.1,
    previousClose: null,
    open: 63100,
    high: 64500,
    low: 62900.5,
    volume: 8913.3,
    bid: 64002,
    ask: 64002.1,
    tradedAt: new Date(1499869899040),
  });
});

test('pairs in dollars are not requested, because tether is another currency', async (t) => {
  const { provider, stub } = await binance(t);
  t.deepEqual(await provider.quotes?.quotes(symbols('BTC-USD.CC', 'ETH-USD.CC')), []);
  await t.throwsAsync(async () => provider.candles?.candles(symbol('BTC-USD.CC'), '1d', new Date(0), new Date(1)), {
    code: 'not_found',
  });
  t.is(stub.requests.length, 0);
});

test('an unknown symbol, which fails a whole call, does not affect the others and is omitted from later calls', async (t) => {
  const { provider, stub, clock } = await binance(t);
  const ask = async () =>
    (await provider.quotes?.quotes(symbols('NOPE-USDT.CC', 'BTC-USDT.CC')))?.map((quote) => quote.symbol);
  t.deepEqual(await ask(), ['BTC-USDT.CC']);
  t.is(stub.requests.length, 3);
  t.deepEqual(await ask(), ['BTC-USDT.CC']);
  t.deepEqual([stub.requests.length, stub.requests.at(-1)?.query.get('symbols')], [4, '["BTCUSDT"]']);
  clock.advance(3_600_000);
  await ask();
  t.is(stub.requests.length, 7);
});

test('a call costs its weight', async (t) => {
  const { provider, stub } = await binance(t, { env: { SVC_BINANCE_CALLS_PER_MINUTE: '5' } });
  const ask = async () => provider.quotes?.quotes(symbols('BTC-USDT.CC'));
  await ask();
  await ask();
  await t.throwsAsync(ask, { code: 'budget_spent' });
  t.is(stub.requests.length, 2);
});

test('a ban pauses calls for its duration', async (t) => {
  const { provider, stub } = await binance(t);
  stub.reply('/api/v3/', {
    status: 418,
    headers: { 'retry-after': '240' },
    body: { code: -1003, msg: 'Way too much request weight used; IP banned' },
  });
  const ask = async () => provider.quotes?.quotes(symbols('BTC-USDT.CC'));
  await t.throwsAsync(ask, { code: 'rate_limited' });
  t.is(provider.pausedMs, 240_000);
  await t.throwsAsync(ask, { code: 'rate_limited' });
  t.is(stub.requests.length, 1);
});

test('an unserved country is an entitlement refusal, and a 400 not about the symbol is a bad response', async (t) => {
  const { provider, stub } = await binance(t);
  const ask = async () => provider.candles?.candles(symbol('BTC-USDT.CC'), '1h', new Date(0), new Date(1));
  stub.reply('/api/v3/', { status: 451, body: 'Unavailable for legal reasons' });
  await t.throwsAsync(ask, { code: 'not_entitled' });
  stub.reply('/api/v3/', { status: 400, body: { code: -1102, msg: 'Mandatory parameter was not sent' } });
  await t.throwsAsync(ask, { code: 'bad_answer' });
});

test('candles are requested in milliseconds, both ends included', async (t) => {
  const { provider, stub } = await binance(t);
  const [from, to] = [new Date(1499040000000), new Date(1501632000000)];
  t.deepEqual(await provider.candles?.candles(symbol('BTC-USDT.CC'), '1M', from, to), [
    { time: from, open: 0.0163479, high: 0.8, low: 0.015758, close: 0.015771, volume: 148976.11427815 },
  ]);
  t.deepEqual(Object.fromEntries(stub.requests[0]?.query ?? []), {
    symbol: 'BTCUSDT',
    interval: '1M',
    startTime: '1499040000000',
    endTime: '1501631999999',
    limit: '1000',
  });
  await t.throwsAsync(async () => provider.candles?.candles(symbol('NOPE-USDT.CC'), '1M', from, to), {
    code: 'not_found',
  });
});

// The bodies have the form of the examples in the vendor's reference.
test('an order book and trades are read; the seller caused a trade with a buyer who waited', async (t) => {
  const { provider, stub } = await binance(t);
  stub.reply('/api/v3/depth', {
    body: { lastUpdateId: 1, bids: [['4.00000000', '431.0']], asks: [['4.00000200', '12.0']] },
  });
  t.deepEqual(await provider.depth?.orderBook(symbol('BTC-USDT.CC'), 100), {
    bids: [{ price: 4, size: 431 }],
    asks: [{ price: 4.000002, size: 12 }],
    at: null,
  });
  const trade = { id: 28457, price: '4.00000100', qty: '12.0', quoteQty: '48.0', time: 1499865549590 };
  stub.reply('/api/v3/trades', {
    body: [
      { ...trade, isBuyerMaker: true },
      { ...trade, id: 28458, isBuyerMaker: false },
    ],
  });
  t.deepEqual(
    (await provider.depth?.trades(symbol('BTC-USDT.CC'), 2))?.map(({ id, side }) => [id, side]),
    [
      ['28458', 'buy'],
      ['28457', 'sell'],
    ],
  );
  await t.throwsAsync(async () => provider.depth?.trades(symbol('BTC-USD.CC'), 2), { code: 'not_found' });
});
