import test from 'ava';
import {
  binanceCandles,
  binanceQuotes,
  binanceTicks,
} from '../../../../src/features/markets/providers/binance-answers.js';
import {
  coinbaseCandles,
  coinbaseProducts,
  coinbaseQuote,
  coinbaseStats,
  coinbaseTicks,
} from '../../../../src/features/markets/providers/coinbase-answers.js';
import { ecbDays, ecbPieces } from '../../../../src/features/markets/providers/ecb-answers.js';
import {
  eodhdDays,
  eodhdDividends,
  eodhdIntraday,
  eodhdListings,
  eodhdQuotes,
  eodhdSplits,
} from '../../../../src/features/markets/providers/eodhd-answers.js';
import {
  eodhdEarnings,
  eodhdFigures,
  eodhdOfferings,
  eodhdSplitCalendar,
} from '../../../../src/features/markets/providers/eodhd-calendar.js';
import { eodhdTicks } from '../../../../src/features/markets/providers/eodhd-ticks.js';
import {
  finnhubCandles,
  finnhubProfile,
  finnhubQuote,
  finnhubSearch,
  finnhubTicks,
} from '../../../../src/features/markets/providers/finnhub-answers.js';
import { finnhubEarnings, finnhubOfferings } from '../../../../src/features/markets/providers/finnhub-calendar.js';
import { frankfurterDay, frankfurterDays } from '../../../../src/features/markets/providers/frankfurter-answers.js';
import {
  gleifEntity,
  gleifIsins,
  gleifSubsidiaries,
} from '../../../../src/features/markets/providers/gleif.provider.js';
import {
  krakenCandles,
  krakenPairs,
  krakenQuotes,
  krakenTicks,
} from '../../../../src/features/markets/providers/kraken-answers.js';
import { figiListings } from '../../../../src/features/markets/providers/openfigi.provider.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import fc from '../../../support/properties.js';
import { krakenBars } from '../../../support/vendors/kraken-stub.js';
import { symbol } from '../../../support/vendors/provider-for.js';
import { recorded, recordedJson } from '../../../support/vendors/vendor-stub.js';

const bitcoin = symbol('BTC-USD.CC');
const [pair] = krakenPairs(recordedJson('kraken/asset-pairs.json'), 0).rows;
const krakenTicker = {
  a: ['3', '1'],
  b: ['1', '1'],
  c: ['2', '1'],
  v: ['1', '2'],
  l: ['1', '1'],
  h: ['3', '3'],
  o: '2',
};
const frame = {
  s: 'AAPL',
  p: 1,
  v: 2,
  t: 1725198451165,
  type: 'trade',
  channel: 'ticker',
  product_id: 'BTC-USD',
  price: '1',
  time: '2026-07-26T13:05:51Z',
};
const rates = { amount: 1, base: 'EUR', date: '2024-01-15', rates: { USD: 1.1, JPY: 160 } };

/** Every parser, with a valid body. */
const parsers: Record<string, [(body: unknown) => unknown, unknown]> = {
  eodhdQuotes: [
    (body) => eodhdQuotes(body, new Set(['AAPL.US'])),
    { code: 'AAPL.US', timestamp: 1729888080, open: 2, high: 3, low: 1, close: 2, volume: 5, previousClose: 2 },
  ],
  eodhdDays: [(body) => eodhdDays(body, true), recordedJson('eodhd/eod-AAPL.US.json')],
  eodhdIntraday: [eodhdIntraday, recordedJson('eodhd/intraday-5m-AAPL.US.json')],
  eodhdSplits: [eodhdSplits, recordedJson('eodhd/splits-AAPL.US.json')],
  eodhdDividends: [eodhdDividends, recordedJson('eodhd/div-AAPL.US.json')],
  eodhdListings: [
    eodhdListings,
    [{ Code: 'AAPL', Exchange: 'US', Name: 'Apple', Type: 'ETF', Country: 'USA', Currency: 'USD', ISIN: null }],
  ],
  eodhdSplitCalendar: [
    eodhdSplitCalendar,
    { splits: [{ code: 'AAPL.US', split_date: '2026-11-17', old_shares: 1, new_shares: 4 }] },
  ],
  eodhdEarnings: [
    eodhdEarnings,
    { earnings: [{ code: 'AAPL.US', report_date: '2026-10-29', date: '2026-09-30', actual: 1.8, estimate: 1.7 }] },
  ],
  eodhdOfferings: [
    eodhdOfferings,
    { ipos: [{ code: 'NEW.US', name: 'New', start_date: '2026-11-19', price_from: 1, price_to: 2, shares: 9 }] },
  ],
  eodhdFigures: [
    eodhdFigures,
    [{ type: 'GDP', comparison: null, country: 'US', date: '2026-11-19 13:30:00', actual: 2, previous: 1 }],
  ],
  finnhubEarnings: [
    finnhubEarnings,
    { earningsCalendar: [{ date: '2026-11-18', epsEstimate: 1, symbol: 'TGT', quarter: 3, year: 2026, hour: 'bmo' }] },
  ],
  finnhubOfferings: [
    finnhubOfferings,
    { ipoCalendar: [{ date: '2026-11-18', name: 'New', price: '1-2', numberOfShares: 5, status: 'expected' }] },
  ],
  finnhubQuote: [(body) => finnhubQuote(body, 'AAPL.US'), recordedJson('finnhub/quote-AAPL.json')],
  finnhubCandles: [finnhubCandles, { s: 'ok', t: [1779462000], o: [1], h: [2], l: [1], c: [2], v: [10] }],
  finnhubSearch: [finnhubSearch, recordedJson('finnhub/search-apple.json')],
  finnhubProfile: [(body) => finnhubProfile(body, symbol('AAPL.US')), recordedJson('finnhub/profile-AAPL.json')],
  coinbaseQuote: [
    (body) => coinbaseQuote(body, bitcoin, { open: null, high: null, low: null }),
    recordedJson('coinbase/ticker.json'),
  ],
  coinbaseStats: [coinbaseStats, recordedJson('coinbase/stats.json')],
  coinbaseCandles: [coinbaseCandles, recordedJson('coinbase/candles.json')],
  coinbaseProducts: [coinbaseProducts, recordedJson('coinbase/products.json')],
  krakenPairs: [(body) => krakenPairs(body, 0), recordedJson('kraken/asset-pairs.json')],
  krakenQuotes: [
    (body) => krakenQuotes(body, pair === undefined ? [] : [pair], 0),
    { error: [], result: { ADACAD: krakenTicker } },
  ],
  krakenCandles: [
    (body) => krakenCandles(body, 0),
    { error: [], result: { ADACAD: krakenBars(1616662920), last: 1616662920 } },
  ],
  binanceQuotes: [
    (body) => binanceQuotes(body, new Map([['BTCUSDT', symbol('BTC-USDT.CC')]])),
    [{ symbol: 'BTCUSDT', lastPrice: '5', closeTime: 1499869899040 }],
  ],
  binanceCandles: [binanceCandles, [[1499040000000, '1', '2', '1', '2', '3', 1499644799999]]],
  figiListings: [
    (body) => figiListings(body, [{ kind: 'isin', value: 'US0378331005' }]),
    [recordedJson<object[]>('openfigi/mapping.json')[0]],
  ],
  gleifEntity: [
    (body) => gleifEntity((body as { data: unknown } | undefined)?.data),
    recordedJson('gleif/lei-record.json'),
  ],
  gleifSubsidiaries: [gleifSubsidiaries, recordedJson('gleif/direct-children.json')],
  gleifIsins: [gleifIsins, recordedJson('gleif/isins.json')],
  frankfurterDay: [frankfurterDay, rates],
  frankfurterDays: [frankfurterDays, { ...rates, rates: { '2024-01-15': rates.rates } }],
};
const frames: Record<string, (text: string) => unknown> = {
  eodhdTicks,
  finnhubTicks,
  coinbaseTicks,
  krakenTicks,
  binanceTicks,
};

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    'NA',
    '',
    'N/A',
    0,
    -1,
    '-1',
    '1e999',
    'NaN',
    true,
    [],
    {},
    [[]],
    '<html>',
    Number.MAX_VALUE,
    '__proto__',
    { valueOf: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Replaces one value of a body with an unexpected one. */
function changed(body: unknown, path: readonly number[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof body !== 'object' || body === null) return value;
  const keys = Object.keys(body);
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...body };
  Object.assign(copy, { [key]: changed((body as Record<string, unknown>)[key], rest, value) });
  return copy;
}

/** Members that may be negative: a company can lose money, and an economy shrink. */
const signed = new Set(['estimate', 'actual', 'previous']);

/** Returns all numbers and dates in a parsed value; of members that may be negative, the amounts. */
function leaves(value: unknown): unknown[] {
  if (value instanceof Date || typeof value !== 'object' || value === null) return [value];
  return Object.entries(value).flatMap(([name, member]) =>
    signed.has(name) && typeof member === 'number' ? [Math.abs(member)] : leaves(member),
  );
}

function soundOrRefused(read: () => unknown): boolean {
  try {
    return leaves(read()).every((leaf) =>
      typeof leaf === 'number' ? Number.isFinite(leaf) && leaf >= 0 : !(leaf instanceof Date) || leaf.getTime() > 0,
    );
  } catch (error) {
    return error instanceof UpstreamError;
  }
}

test('every parser accepts a valid body', (t) => {
  for (const [name, [parse, body]] of Object.entries(parsers)) t.notThrows(() => parse(body), name);
});

for (const [name, [parse, body]] of Object.entries(parsers)) {
  test(`${name}: from any body, numbers are finite and not negative, or it is rejected as a bad response`, (t) => {
    const path = fc.array(fc.nat(40), { maxLength: 4 });
    fc.assert(
      fc.property(path, odd, (at, value) => soundOrRefused(() => parse(changed(body, at, value)))),
      { numRuns: 400 },
    );
    t.pass();
  });
}

test('every frame becomes ticks or a bad response', (t) => {
  for (const read of Object.values(frames)) {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 3 }), odd, (at, value) =>
        soundOrRefused(() => read(JSON.stringify(changed({ ...frame, data: [frame] }, at, value)) ?? '')),
      ),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.string(), (text) => soundOrRefused(() => read(text))),
      { numRuns: 100 },
    );
  }
  t.pass();
});

test('a truncated or altered document of rates is read correctly or rejected', (t) => {
  const text = recorded('ecb/eurofxref-hist-90d.xml');
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat(40),
      fc.constantFrom('', '<', '>', "'", '</Cube>', '<Cube time=', '&a;', '<![CDATA[', '\u0000', '-', 'NaN'),
      (at, length, put) =>
        soundOrRefused(() => ecbPieces(text.slice(0, at) + put + text.slice(at + length)).map(ecbDays)),
    ),
    { numRuns: 300 },
  );
  t.pass();
});
