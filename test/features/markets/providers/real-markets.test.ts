import test, { type ExecutionContext } from 'ava';
import { serviceFor } from '../../../support/service-for.js';
import { startVendorStubs, type VendorStubs } from '../../../support/vendors/start-vendor-stubs.js';

interface Priced {
  symbol: string;
  price: number;
  currency: string;
  previousClose: number | null;
  tradedAt: string | null;
  provenance: { provider: string; stale: boolean; delaySeconds: number; warnings: string[] };
}

/** Starts a service with stubs of the vendors that `env` configures. */
async function serviceWithVendors(
  t: ExecutionContext,
  change: (stubs: VendorStubs) => Record<string, string | undefined> = () => ({}),
) {
  const stubs = await startVendorStubs(new Date(Date.now()).toISOString().slice(0, 10));
  t.teardown(() => stubs.close());
  const env = Object.fromEntries(
    Object.entries({ ...stubs.env, ...change(stubs) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const service = await serviceFor(t, { env });
  const ada = await service.signedIn();
  const quotes = async (
    symbols: string,
  ): Promise<{ items: Priced[]; errors: Array<{ symbol: string; code: string }> }> =>
    (await ada.get(`/markets/quotes?symbol=${symbols}`)).json;
  return { ...service, stubs, ada, quotes };
}

const said = ({ items }: { items: Priced[] }) =>
  items.map(({ symbol, price, currency, provenance }) => [symbol, price, currency, provenance.provider]);

test('with an API key, quotes of every asset class come from the vendor, with its provenance', async (t) => {
  const { quotes, stubs } = await serviceWithVendors(t, () => ({ SVC_FINNHUB_API_KEY: undefined }));
  const answer = await quotes('AAPL.US,EURUSD.FOREX,BTC-USD.CC,MSFT.US,VOD.LSE,NOPE.US');
  t.deepEqual(said(answer), [
    ['AAPL.US', 231.41, 'USD', 'eodhd'],
    ['EURUSD.FOREX', 1.0795, 'USD', 'eodhd'],
    ['BTC-USD.CC', 66642.4, 'USD', 'eodhd'],
    ['MSFT.US', 424.73, 'USD', 'eodhd'],
    ['VOD.LSE', 0.7324, 'GBP', 'eodhd'],
  ]);
  t.deepEqual(
    answer.errors.map(({ symbol, code }) => [symbol, code]),
    [['NOPE.US', 'not_found']],
  );
  t.deepEqual(
    answer.items.map(({ provenance }) => provenance.stale),
    [true, true, true, true, true],
    'they were recorded years ago',
  );
  t.deepEqual(answer.items[0]?.provenance.warnings, ['The price is from 2024-10-25, before the last session.']);
  t.is(answer.items[0]?.provenance.delaySeconds, 900);
  t.is(stubs.finnhub.requests.length, 0);
});

test('when the first vendor fails, vendors without a key answer', async (t) => {
  const { quotes, stubs } = await serviceWithVendors(t, () => ({ SVC_FINNHUB_API_KEY: undefined }));
  stubs.eodhd.reply('/api/', { status: 500, body: '<html>Internal error</html>' });
  const answer = await quotes('EURUSD.FOREX,BTC-USD.CC,BTC-USDT.CC,AAPL.US');
  t.deepEqual(said(answer), [
    ['EURUSD.FOREX', 1.1684, 'USD', 'frankfurter'],
    ['BTC-USD.CC', 246.28, 'USD', 'coinbase'],
    ['BTC-USDT.CC', 64002.1, 'USDT', 'binance'],
  ]);
  t.deepEqual(
    answer.errors.map(({ symbol, code }) => [symbol, code]),
    [['AAPL.US', 'unavailable']],
  );
});

test('the fresher quote of two vendors with US quotes is returned, with a warning about the other', async (t) => {
  const { quotes, stubs } = await serviceWithVendors(t);
  stubs.finnhub.reply('/api/v1/quote', { body: { c: 240, h: 241, l: 229, o: 230, pc: 230.57, t: 1729888090 } });
  const { items } = await quotes('AAPL.US,BTC-USD.CC');
  t.deepEqual(said({ items }), [
    ['AAPL.US', 240, 'USD', 'finnhub'],
    ['BTC-USD.CC', 66642.4, 'USD', 'eodhd'],
  ]);
  t.regex(items[0]?.provenance.warnings.join() ?? '', /eodhd/i);
  t.deepEqual(items[1]?.provenance.warnings, ['The price is from 2024-10-25, before the last session.']);
});

test('vendors without a key are queried in the configured order', async (t) => {
  const { quotes, stubs } = await serviceWithVendors(t, () => ({ SVC_MARKETS_PROVIDERS: 'ecb,kraken,coinbase' }));
  stubs.kraken.reply('/0/public/Ticker', { body: { error: ['EService:Unavailable'], result: {} } });
  t.deepEqual(said(await quotes('EURJPY.FOREX,BTC-USD.CC')), [
    ['EURJPY.FOREX', 186.75, 'JPY', 'ecb'],
    ['BTC-USD.CC', 246.28, 'USD', 'coinbase'],
  ]);
  t.is(stubs.eodhd.requests.length, 0);
});

test('API keys appear in no log line and in no response', async (t) => {
  const { quotes, stubs, logged, ada } = await serviceWithVendors(t);
  stubs.eodhd.reply('/api/', { status: 403, body: 'eodhd-key is not entitled' });
  stubs.finnhub.reply('/api/', { body: '<html>finnhub-key</html>' });
  const answer = await quotes('AAPL.US,EURUSD.FOREX');
  const feeds = (await ada.get('/health/feeds')).text;
  for (const text of [JSON.stringify(answer), feeds, (await ada.get('/markets/providers')).text, logged.join('\n')])
    t.notRegex(text, /eodhd-key|finnhub-key/);
});
