import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../../src/api/problem.js';
import { CandlesService } from '../../../../src/features/markets/candles/candles.service.js';
import { comparisonOf } from '../../../../src/features/markets/compare/comparison.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { closing, ListedCandles } from '../listed-candles.js';

/** Returns candles around a weekend, on which shares do not trade, and a Monday on which New York is closed. */
const listed = () =>
  new ListedCandles({
    'AAPL.US': { candles: closing([200, 210, 220, 190], ['2026-05-21', '2026-05-22', '2026-05-26', '2026-05-27']) },
    'VOD.LSE': { candles: closing([50, 60, 75], ['2026-05-22', '2026-05-25', '2026-05-26']), currency: 'GBP' },
    'BTC-USD.CC': {
      candles: closing(
        [1_000, 1_100, 1_200, 1_300, 900, 1_500],
        ['2026-05-22', '2026-05-23', '2026-05-24', '2026-05-25', '2026-05-26', '2026-05-27'],
      ),
      provider: 'simulator',
    },
    'LATE.LSE': { candles: closing([10, 11], ['2026-05-25', '2026-05-26']), currency: 'GBP' },
    'OLD.US': { candles: closing([1, 2], ['2020-01-02', '2020-01-03']) },
    'NEW.US': { candles: [] },
  });

let service: TestService;
let ada: TestClient;
test.before(async () => {
  const candles = listed();
  candles.failing = ({ symbol }) =>
    symbol === 'DOWN.US' ? new Problem('unavailable', { headers: { 'Retry-After': '30' } }) : undefined;
  service = await startTestService({
    replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
  });
  ada = await service.signedIn();
});
test.after.always(() => service?.close());

const compare = (query: string, accept = 'application/json') =>
  ada.get(`/markets/compare?${query}`, { headers: { accept } });

interface Item {
  symbol: string;
  currency: string;
  basePrice: number;
  changePercent: number;
  values: Array<number | null>;
  provenance: { provider: string };
}

test('instruments are compared from the first common day, each starting at the same value', async (t) => {
  const { json } = await compare('symbol=AAPL.US,BTC-USD.CC');
  t.is(json.times[0], '2026-05-22T00:00:00.000Z');
  t.is(json.rebase, 100);
  for (const { values } of json.items as Item[]) t.is(values[0], 100);
  t.deepEqual(
    (json.items as Item[]).map(({ basePrice }) => basePrice),
    [210, 1_000],
  );
});

test('on a day without trading an instrument keeps its value; after its last day its values are null', async (t) => {
  const { json } = await compare('symbol=VOD.LSE,BTC-USD.CC&rebase=1000');
  t.deepEqual(
    json.times.map((time: string) => time.slice(8, 10)),
    ['22', '23', '24', '25', '26', '27'],
  );
  t.deepEqual(json.items[0].values, [1_000, 1_000, 1_000, 1_200, 1_500, null]);
  t.deepEqual(json.items[1].values, [1_000, 1_100, 1_200, 1_300, 900, 1_500]);
});

test('an instrument that does not trade on the first day uses its previous close', async (t) => {
  const { json } = await compare('symbol=AAPL.US,LATE.LSE');
  t.is(json.times[0], '2026-05-25T00:00:00.000Z'); // a holiday in New York
  t.is(json.items[0].basePrice, 210);
  t.deepEqual(json.items[0].values, [100, 104.7619, 90.4762]);
});

test('the change is from the first to the last day, in percent, in the currency of each instrument', async (t) => {
  const { json } = await compare('symbol=vod.lse,AAPL.US,BTC-USD.CC');
  const items: Item[] = json.items;
  t.deepEqual(
    items.map(({ symbol, currency, provenance }) => [symbol, currency, provenance.provider]),
    [
      ['VOD.LSE', 'GBP', 'eodhd'],
      ['AAPL.US', 'USD', 'eodhd'],
      ['BTC-USD.CC', 'USD', 'simulator'],
    ],
  );
  t.deepEqual(
    items.map(({ changePercent }) => changePercent),
    [50, -9.5238, 50],
  );
});

test('unknown instruments and those without candles in the range are named together', async (t) => {
  const { status, json } = await compare('symbol=AAPL.US,NONE.US,NEW.US');
  t.is(status, 422);
  t.deepEqual(
    json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['query/symbol/1', 'query/symbol/2'],
  );
});

test('an instrument that ended before another began cannot be compared with it', async (t) => {
  t.regex(
    (await compare('symbol=AAPL.US,OLD.US')).json.detail,
    /^One of these instruments stopped trading before another began/,
  );
});

test('between 2 and 10 different instruments are accepted, otherwise 400', async (t) => {
  const eleven = Array.from({ length: 11 }, (_, index) => `S${index}.US`).join();
  for (const symbols of ['AAPL.US', 'AAPL.US,aapl.us', eleven, '']) {
    const { status, json } = await compare(`symbol=${symbols}`);
    t.is(status, 400, symbols);
    t.deepEqual(
      json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['query/symbol'],
    );
  }
});

test('if candles are unavailable, so is the comparison', async (t) => {
  const { status, headers } = await compare('symbol=AAPL.US,DOWN.US');
  t.deepEqual([status, headers.get('retry-after')], [503, '30']);
});

test('an SVG comparison is returned on request, and labels simulated data', async (t) => {
  const byAccept = await compare('symbol=AAPL.US,BTC-USD.CC', 'image/svg+xml');
  const { text, headers } = await ada.get('/markets/compare.svg?symbol=AAPL.US,BTC-USD.CC');
  t.is(text, byAccept.text);
  t.is(headers.get('content-type'), 'image/svg+xml');
  for (const said of [
    '>AAPL.US, BTC-USD.CC<',
    '>Partly simulated data<',
    'rebased to 100',
    '>BTC-USD.CC 150.0<',
    '>AAPL.US 90.5<',
  ])
    t.true(text.includes(said), said);
});

test('an SVG comparison of real data is not labeled as simulated, and names differing currencies', async (t) => {
  const { status, text } = await ada.get('/markets/compare.svg?symbol=AAPL.US,VOD.LSE&theme=dark&width=640&height=320');
  t.is(status, 200);
  t.false(text.includes('simulator'));
  t.true(text.includes('in own currencies (USD, GBP)'));
  t.regex(text, /^<svg [^>]*width="640" height="320"/);
});

test('the first value equals the rebase value exactly', (t) => {
  const provenance = {
    provider: 'eodhd',
    asOf: null,
    fetchedAt: new Date(0),
    delaySeconds: 0,
    stale: false,
    warnings: [],
  };
  const days = ['2026-05-21', '2026-05-22', '2026-05-26'];
  for (const close of [0.1, 0.7, 1.1, 57.3, 231.41, 745_123.45]) {
    const items = closing([close, close * 2, close], days);
    const series = {
      symbol: 'A.US',
      interval: '1d',
      currency: 'USD',
      adjustment: 'none',
      items,
      gaps: [],
      provenance,
    } as const;
    t.deepEqual(
      comparisonOf([{ ...series, items: [...items] }], 100)?.items[0]?.values,
      [100, 200, 100],
      String(close),
    );
  }
});
