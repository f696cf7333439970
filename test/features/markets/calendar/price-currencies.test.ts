import 'reflect-metadata';
import test from 'ava';
import { PriceCurrencies } from '../../../../src/features/markets/calendar/price-currencies.service.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { InstrumentsService } from '../../../../src/features/markets/directory/instruments.service.js';
import { type MarketSymbol, parseSymbol } from '../../../../src/features/markets/market-symbol.js';
import { MarketProviders } from '../../../../src/features/markets/providers/market-provider.js';
import { MarketRouter } from '../../../../src/features/markets/routing/market-router.service.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { candleParts } from '../../../support/candle-service.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { noLocalMarkets } from '../../../support/no-local-markets.js';
import { createTestDatabase } from '../../../support/test-database.js';
import { listing, SearchingProvider } from '../directory/searching-provider.js';
import { quoteProcess } from '../quotes/quote-process.js';

const START = Date.parse('2026-11-20T12:00:00Z');
const hours = (count: number) => count * 3_600_000;
const table = new InstrumentTable();
const symbol = (text: string) => parseSymbol(text) as MarketSymbol;
const otp = listing('OTP.BUD', 'OTP Bank Nyrt', { currency: 'HUF' });

function lookup(listings = [otp]) {
  const clock = new ManualClock(START);
  const provider = new SearchingProvider('eodhd', listings);
  const currencies = new PriceCurrencies(
    table,
    new InstrumentsService(table, new MarketRouter(new MarketProviders([provider]), clock), noLocalMarkets, clock),
    clock,
  );
  return { clock, provider, of: (text: string) => currencies.of(symbol(text)) };
}

test('the currency of a venue without a calendar is that of the listing, which is looked up once a week', async (t) => {
  const { clock, provider, of } = lookup();
  t.deepEqual(await Promise.all([of('OTP.BUD'), of('OTP.BUD')]), ['HUF', 'HUF']);
  clock.advance(hours(7 * 24 - 1));
  t.is(await of('OTP.BUD'), 'HUF');
  t.is(provider.lookedUp.length, 1);
  clock.advance(hours(1));
  t.is(await of('OTP.BUD'), 'HUF');
  t.is(provider.lookedUp.length, 2);
});

test('currencies of pairs, of instruments in the directory and of exchanges with a calendar are not looked up', async (t) => {
  const { provider, of } = lookup();
  t.deepEqual(
    [await of('BTC-EUR.CC'), await of('AAPL.US'), await of('NOSUCH.XETRA'), await of('EURUSD.FOREX')],
    ['EUR', 'USD', 'EUR', 'USD'],
  );
  t.deepEqual(provider.lookedUp, []);
});

test('an unknown symbol is looked up once an hour, and after a failure every five minutes', async (t) => {
  const { clock, provider, of } = lookup([]);
  t.is(await of('NOPE.BUD'), 'XXX');
  clock.advance(hours(1) - 1);
  t.is(await of('NOPE.BUD'), 'XXX');
  t.is(provider.lookedUp.length, 1);
  clock.advance(1);
  t.is(await of('NOPE.BUD'), 'XXX');
  t.is(provider.lookedUp.length, 2);

  const failing = lookup();
  failing.provider.refusal = 'server_error';
  t.is(await failing.of('OTP.BUD'), 'XXX');
  failing.provider.refusal = undefined;
  failing.clock.advance(hours(1 / 12) - 1);
  t.is(await failing.of('OTP.BUD'), 'XXX');
  failing.clock.advance(1);
  t.is(await failing.of('OTP.BUD'), 'HUF');
  t.is(failing.provider.lookedUp.length, 2);
});

test('a quote and candles of a venue without a calendar have the currency of the listing', async (t) => {
  const listings = new SearchingProvider('eodhd', [otp, listing('NPN.JSE', 'Naspers', { currency: 'ZAR' })]);
  const quoted = new FakeMarketProvider('finnhub').knows('OTP.BUD', 20_000).knows('GBL.BUD', 1, { currency: 'EUR' });
  const { quotes } = quoteProcess([quoted, listings], new ManualClock(START));
  t.is((await quotes.find('OTP.BUD')).currency, 'HUF');
  t.is((await quotes.find('GBL.BUD')).currency, 'EUR');

  const stored = await createTestDatabase();
  t.teardown(() => stored.drop());
  const { read } = candleParts(stored.database, '2026-11-20T12:00:00Z', [
    new FakeCandleProvider({ name: 'finnhub' }),
    listings,
  ]);
  const range = { from: '2026-11-01', to: '2026-11-10' };
  t.is((await read('OTP.BUD', range)).currency, 'HUF');
  t.is((await read('NPN.JSE', range)).currency, 'ZAR');
  t.deepEqual(listings.lookedUp, ['OTP.BUD', 'GBL.BUD', 'OTP.BUD', 'NPN.JSE']);
});
