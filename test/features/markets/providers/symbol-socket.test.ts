import test, { type ExecutionContext } from 'ava';
import type { TickSubscription } from '../../../../src/features/markets/providers/market-provider.js';
import type { Tick } from '../../../../src/features/markets/quote.js';
import { until } from '../../../support/upstream-for.js';
import { startBinanceStub } from '../../../support/vendors/binance-stub.js';
import { startCoinbaseStub } from '../../../support/vendors/coinbase-stub.js';
import { startEodhdStub } from '../../../support/vendors/eodhd-stub.js';
import { startFinnhubStub } from '../../../support/vendors/finnhub-stub.js';
import { startKrakenStub } from '../../../support/vendors/kraken-stub.js';
import { providerFor, symbol } from '../../../support/vendors/provider-for.js';
import type { VendorStub } from '../../../support/vendors/vendor-stub.js';

/** Subscribes to the symbols and returns the ticks of a provider. */
async function following(t: ExecutionContext, name: string, starting: Promise<VendorStub>, ...texts: string[]) {
  const made = await providerFor(t, name, starting);
  const ticks: Tick[] = [];
  const following = made.provider.ticks?.follow((tick) => void ticks.push(tick)) as TickSubscription;
  for (const text of texts) following.add(symbol(text));
  t.teardown(() => following.close());
  const frames = () => made.stub.peers.flatMap((peer) => peer.frames.map((frame) => JSON.parse(frame)));
  return { ...made, ticks, following, frames };
}

test('EODHD has one connection per asset class, with symbols without their venue', async (t) => {
  const { stub, ticks, frames } = await following(
    t,
    'eodhd',
    startEodhdStub(),
    'AAPL.US',
    'TSLA.US',
    'EURUSD.FOREX',
    'ETH-USD.CC',
  );
  await until(() => frames().length >= 3);
  t.deepEqual(
    stub.peers.map(({ path }) => path).sort(),
    ['crypto', 'forex', 'us'].map((feed) => `/ws/${feed}?api_token=eodhd-key`),
  );
  const asked = frames().map((frame) => `${frame.action} ${frame.symbols}`);
  t.deepEqual(asked.sort(), ['subscribe AAPL,TSLA', 'subscribe ETH-USD', 'subscribe EURUSD']);
  stub.send({ s: 'AAPL', p: 227.31, v: 100, c: 12, dp: false, ms: 'open', t: 1725198451165 });
  stub.send({ s: 'EURUSD', a: '1.0800', b: '1.0798', dc: '0.552', dd: '0.0039', ppms: false, t: 1770759992063 });
  stub.send({ s: 'ETH-USD', p: '2874.12', q: '0.145', dc: -0.54, dd: -15.61, t: 1725198451165 });
  // Each symbol is offered to all three connections and used by one.
  await until(() => ticks.length >= 3);
  const of = (text: string) => ticks.find((tick) => tick.symbol === text);
  t.deepEqual(of('AAPL.US'), {
    symbol: 'AAPL.US',
    price: 227.31,
    bid: null,
    ask: null,
    size: 100,
    at: new Date(1725198451165),
  });
  t.deepEqual(of('EURUSD.FOREX'), {
    symbol: 'EURUSD.FOREX',
    price: 1.0799,
    bid: 1.0798,
    ask: 1.08,
    size: null,
    at: new Date(1770759992063),
  });
  t.is(of('ETH-USD.CC')?.size, 0.145);
});

test('a connection opens with the first symbol, closes with the last and is updated in between', async (t) => {
  const { stub, following: subscription, frames } = await following(t, 'finnhub', startFinnhubStub());
  t.is(stub.peers.length, 0);
  subscription.add(symbol('AAPL.US'));
  await until(() => frames().length === 1);
  t.deepEqual(
    stub.peers.map(({ path }) => path),
    ['/?token=finnhub-key'],
  );
  subscription.add(symbol('BRK-B.US'));
  subscription.add(symbol('AAPL.US'));
  await until(() => frames().length === 2);
  subscription.remove(symbol('AAPL.US'));
  await until(() => frames().length === 3);
  t.deepEqual(
    frames().map((frame) => `${frame.type} ${frame.symbol}`),
    ['subscribe AAPL', 'subscribe BRK.B', 'unsubscribe AAPL'],
  );
  subscription.remove(symbol('BRK-B.US'));
  await until(() => stub.peers.length === 0);
  subscription.add(symbol('MSFT.US'));
  await until(() => frames().length === 1);
  t.is(frames()[0].symbol, 'MSFT');
});

test('after a reconnect every symbol is subscribed again', async (t) => {
  const {
    stub,
    following: subscription,
    frames,
    ticks,
  } = await following(t, 'coinbase', startCoinbaseStub(), 'BTC-USD.CC', 'ETH-USD.CC');
  await until(() => frames().length === 2);
  subscription.remove(symbol('ETH-USD.CC'));
  stub.peers[0]?.end();
  await until(() => stub.peers.length === 0);
  await until(() => frames().length === 1);
  t.deepEqual(frames()[0], { type: 'subscribe', product_ids: ['BTC-USD'], channels: ['ticker', 'heartbeat'] });
  stub.send({ type: 'ticker', product_id: 'BTC-USD', price: '5', time: '2026-07-26T13:05:51.234745Z' });
  await until(() => ticks.length === 1);
  t.is(ticks[0]?.symbol, 'BTC-USD.CC');
});

test('Finnhub: a volume of zero is not a trade, conditions are optional, pings and errors are ignored', async (t) => {
  const { stub, ticks, frames, failures } = await following(t, 'finnhub', startFinnhubStub(), 'AAPL.US');
  await until(() => frames().length === 1);
  stub.send({ type: 'ping' });
  stub.send({ type: 'error', msg: 'Subscribing to too many symbols' });
  stub.send('<html>');
  const trade = { s: 'AAPL', p: 7296.89, t: 1575526691134, v: 0, c: null };
  stub.send({ type: 'trade', data: [trade, { ...trade, v: 3 }, { ...trade, p: 0 }, { ...trade, s: 'MSFT' }] });
  await until(() => ticks.length === 2);
  t.deepEqual(ticks[0], {
    symbol: 'AAPL.US',
    price: 7296.89,
    bid: null,
    ask: null,
    size: null,
    at: new Date(1575526691134),
  });
  t.is(ticks[1]?.size, 3);
  t.is(failures('bad_answer'), 2);
});

test('Coinbase: tickers are read; acknowledgements, heartbeats and the initial state are ignored', async (t) => {
  const { stub, ticks, frames, failures } = await following(t, 'coinbase', startCoinbaseStub(), 'BTC-USD.CC');
  await until(() => frames().length === 1);
  stub.send({ type: 'heartbeat', sequence: 90, product_id: 'BTC-USD', time: '2026-07-26T13:05:51.234745Z' });
  const ticker = {
    type: 'ticker',
    sequence: 1,
    product_id: 'BTC-USD',
    price: '64372.21',
    best_bid: '64372.20',
    best_ask: '64372.22',
    last_size: '0.0057',
  };
  stub.send(ticker);
  stub.send({ ...ticker, time: '2026-07-26T13:05:51.234745Z' });
  await until(() => ticks.length === 1);
  const at = new Date('2026-07-26T13:05:51.234Z');
  t.deepEqual(ticks, [{ symbol: 'BTC-USD.CC', price: 64372.21, bid: 64372.2, ask: 64372.22, size: 0.0057, at }]);
  t.is(failures('bad_answer'), 0);
});

test('Kraken: tickers of version 2 are read, under their usual names', async (t) => {
  const { stub, ticks, frames, failures } = await following(
    t,
    'kraken',
    startKrakenStub(),
    'BTC-USD.CC',
    'DOGE-USD.CC',
  );
  await until(() => frames().length === 1);
  t.deepEqual(frames(), [{ method: 'subscribe', params: { channel: 'ticker', symbol: ['BTC/USD', 'DOGE/USD'] } }]);
  stub.send({ channel: 'heartbeat' });
  stub.send({ method: 'subscribe', success: false, error: 'Currency pair not supported DOGE/USD' });
  const data = [
    {
      symbol: 'BTC/USD',
      bid: 63104.9,
      bid_qty: 2.5,
      ask: 63105,
      ask_qty: 3.2,
      last: 63104.9,
      volume: 163.2,
      timestamp: '2026-04-14T09:30:59.123456Z',
    },
  ];
  stub.send({ channel: 'ticker', type: 'update', data });
  await until(() => ticks.length === 1);
  const at = new Date('2026-04-14T09:30:59.123Z');
  t.deepEqual(ticks, [{ symbol: 'BTC-USD.CC', price: 63104.9, bid: 63104.9, ask: 63105, size: null, at }]);
  t.is(failures('bad_answer'), 1);
});

test('Binance: trades of listed pairs are read; pairs in dollars open no connection', async (t) => {
  const {
    stub,
    ticks,
    frames,
    following: subscription,
  } = await following(t, 'binance', startBinanceStub(), 'BTC-USD.CC');
  subscription.remove(symbol('BTC-USD.CC'));
  subscription.add(symbol('BTC-USDT.CC'));
  await until(() => frames().length === 1);
  t.deepEqual(
    stub.peers.map(({ path }) => path),
    ['/ws'],
  );
  t.deepEqual(frames(), [{ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1 }]);
  stub.send({
    e: 'trade',
    E: 1672515782136,
    s: 'BTCUSDT',
    t: 12345,
    p: '64001.5',
    q: '0.01',
    T: 1672515782130,
    m: true,
    M: true,
  });
  await until(() => ticks.length === 1);
  t.deepEqual(ticks, [
    { symbol: 'BTC-USDT.CC', price: 64001.5, bid: null, ask: null, size: 0.01, at: new Date(1672515782130) },
  ]);
});
