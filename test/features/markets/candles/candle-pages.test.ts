import 'reflect-metadata';
import test from 'ava';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import type { Json, TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const provider = new FakeCandleProvider({ name: 'eodhd', assetClasses: ['equity'] });
const coins = new FakeCandleProvider({ assetClasses: ['crypto'], intervals: ['1m', '1d'] });
let service: TestService;
let ada: TestClient;

test.before(async () => {
  service = await startTestService({ marketProviders: [provider, coins] });
  service.clock.advance(Date.parse('2026-07-15T15:00:00Z') - service.clock.now());
  ada = await service.signedIn();
});
test.after.always(() => service.close());

const PATH = '/markets/candles';
const nameOf = ({ symbol, time }: Json) => `${symbol} ${time}`;

/** Returns all pages of a list. */
async function pagesOf(query: string): Promise<Json[]> {
  const pages: Json[] = [];
  for (let cursor = ''; pages.length === 0 || cursor !== ''; ) {
    const { status, json } = await ada.get(`${PATH}?${query}${cursor}`);
    if (status !== 200) throw new Error(JSON.stringify(json));
    pages.push(json);
    cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
  }
  return pages;
}

test.serial('candles of several instruments are listed by instrument, then by time, with their sources', async (t) => {
  const { json } = await ada.get(`${PATH}?symbol=msft.us,BTC-USD.CC,MSFT.US&from=2026-07-13&to=2026-07-15`);
  t.deepEqual(json.items.map(nameOf), [
    'MSFT.US 2026-07-13T00:00:00.000Z',
    'MSFT.US 2026-07-14T00:00:00.000Z',
    'BTC-USD.CC 2026-07-13T00:00:00.000Z',
    'BTC-USD.CC 2026-07-14T00:00:00.000Z',
  ]);
  const { json: alone } = await ada.get(`${PATH}/MSFT.US?from=2026-07-13&to=2026-07-15`);
  t.deepEqual(
    json.items.slice(0, 2).map(({ symbol: _symbol, ...candle }: Json) => candle),
    alone.items,
  );
  t.deepEqual(
    json.series.map(({ symbol, currency, provenance }: Json) => [symbol, currency, provenance.provider]),
    [
      ['MSFT.US', 'USD', 'eodhd'],
      ['BTC-USD.CC', 'USD', 'simulator'],
    ],
  );
  t.like(json, { nextCursor: null, errors: [] });
});

test.serial('pages join without a gap or a repetition, whatever their size', async (t) => {
  const query = 'symbol=KO.US,PEP.US&from=2026-06-01&to=2026-07-11';
  const whole = (await pagesOf(query)).flatMap(({ items }) => items.map(nameOf));
  t.true(whole.length > 50);
  for (const limit of [1, 7, whole.length - 1, whole.length]) {
    const pages = await pagesOf(`${query}&limit=${limit}`);
    t.true(pages.every(({ items }) => items.length <= limit));
    t.deepEqual(
      pages.flatMap(({ items }) => items.map(nameOf)),
      whole,
      `${limit}`,
    );
  }
});

test.serial('a range with more than 5,000 candles is read in parts, each candle once', async (t) => {
  const range = 'symbol=ETH-USD.CC&interval=1m&from=2026-07-01T00:30:00Z&to=2026-07-09T00:30:00Z';
  const times = (await pagesOf(`${range}&limit=5000`)).flatMap(({ items }) => items.map(({ time }: Json) => time));
  t.is(times.length, 8 * 1_440);
  t.is(new Set(times).size, times.length);
  t.deepEqual(times, times.toSorted());
  t.deepEqual([times[0], times.at(-1)], ['2026-07-01T00:30:00.000Z', '2026-07-09T00:29:00.000Z']);
  t.is((await ada.get(`${PATH}?${range}&limit=5001`)).status, 400);
});

test.serial('days of a long range that begins within a day are listed once', async (t) => {
  const days = (await pagesOf('symbol=BTC-EUR.CC&from=2010-01-01T09:00:00Z&limit=5000')).flatMap(({ items }) =>
    items.map(({ time }: Json) => time),
  );
  t.is(new Set(days).size, days.length);
  t.true(days.length > 3_000);
});

test.serial('an instrument without candles is named, and the others are listed', async (t) => {
  const { json } = await ada.get(`${PATH}?symbol=EURUSD.FOREX,T.US&from=2026-07-13&to=2026-07-15`);
  t.deepEqual(
    json.errors.map(({ symbol, code }: Json) => `${symbol} ${code}`),
    ['EURUSD.FOREX not_offered'],
  );
  t.deepEqual(new Set(json.items.map(({ symbol }: Json) => symbol)), new Set(['T.US']));
  t.teardown(() => {
    provider.failure = undefined;
  });
  for (const [failure, code] of [
    ['not_found', 'not_found'],
    ['unreachable', 'unavailable'],
  ] as const) {
    provider.failure = new UpstreamError(failure);
    const { json } = await ada.get(`${PATH}?symbol=VZ.US,BTC-USD.CC&from=2026-07-13&to=2026-07-14`);
    t.like(json.errors[0], { symbol: 'VZ.US', code });
    t.deepEqual(json.items.map(nameOf), ['BTC-USD.CC 2026-07-13T00:00:00.000Z']);
  }
});

test.serial('a wrong range, a cursor of another list and 51 instruments are rejected', async (t) => {
  t.is((await ada.get(`${PATH}?symbol=MSFT.US&from=2026-07-14&to=2026-07-13`)).status, 400);
  t.is((await ada.get(`${PATH}?symbol=MSFT.US`)).status, 400);
  const { json } = await ada.get(`${PATH}?symbol=MSFT.US&from=2026-07-01&limit=1`);
  const other = await ada.get(`${PATH}?symbol=KO.US&from=2026-07-01&limit=1&cursor=${json.nextCursor}`);
  t.is(other.json.code, 'invalid_cursor');
  const symbols = (count: number) => Array.from({ length: count }, (_, index) => `A${index}.US`).join();
  t.is((await ada.get(`${PATH}?symbol=${symbols(50)}&from=2026-07-14&to=2026-07-15`)).status, 200);
  t.is((await ada.get(`${PATH}?symbol=${symbols(51)}&from=2026-07-14&to=2026-07-15`)).status, 400);
});

test.serial('as CSV, candles have a column for their instrument', async (t) => {
  const { text } = await ada.get(`${PATH}?symbol=MSFT.US&from=2026-07-13&to=2026-07-14`, {
    headers: { accept: 'text/csv' },
  });
  t.deepEqual(text.trim().split('\r\n'), [
    'time,open,high,low,close,volume,symbol',
    '2026-07-13T00:00:00.000Z,116,118,113,117,100,MSFT.US',
  ]);
});
