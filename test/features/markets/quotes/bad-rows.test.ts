import test from 'ava';
import { receiverFor } from '../../../support/receiver.js';
import { DAY, SECOND, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';

const KEY = 'the-key-of-the-operator';
const NONE = { timestamp: 'NA', open: 'NA', high: 'NA', low: 'NA', close: 'NA', volume: 'NA', previousClose: 'NA' };

/** Starts a stub of EODHD that sends one row for each symbol. Default price: 231.41. */
async function vendorOf(t: Parameters<typeof receiverFor>[0], more: Record<string, string> = {}) {
  const vendor = await receiverFor(t);
  const rows = new Map<string, object | undefined>();
  const service = await serviceFor(t, {
    env: { SVC_MARKETS_PROVIDERS: 'eodhd', SVC_EODHD_API_KEY: KEY, SVC_EODHD_BASE_URL: vendor.url, ...more },
  });
  vendor.reply((response, { path }) => {
    const { pathname, searchParams } = new URL(path, 'http://vendor');
    const asked = [decodeURIComponent(pathname.split('/').at(-1) ?? ''), ...(searchParams.get('s')?.split(',') ?? [])];
    const timestamp = Math.floor(service.clock.now() / 1000);
    const usual = {
      timestamp,
      open: 229.74,
      high: 233.22,
      low: 229.57,
      close: 231.41,
      volume: 100,
      previousClose: 230.57,
    };
    const body = asked.flatMap((code) =>
      rows.has(code) && rows.get(code) === undefined ? [] : [{ code, ...usual, ...rows.get(code) }],
    );
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(asked.length === 1 ? body[0] : body));
  });
  const caller = await service.signedIn();
  const read = async (...symbols: string[]) => {
    const { json } = await caller.get(`/markets/quotes?symbol=${symbols.join(',')}`);
    const prices = json.items.map((quote: { symbol: string; price: number; provenance: { stale: boolean } }) => [
      quote.symbol,
      quote.price,
      quote.provenance.stale,
    ]);
    return {
      prices,
      errors: json.errors.map((error: { symbol: string; code: string }) => [error.symbol, error.code]),
      json,
    };
  };
  return { rows, read, service, caller };
}

const four = ['KA.XETRA', 'KB.XETRA', 'KC.XETRA', 'KD.XETRA'];

test('a bad row in a response for several symbols keeps the last good quote, marked stale', async (t) => {
  const { rows, read, service } = await vendorOf(t);
  t.is((await read(...four)).prices.length, 4);
  rows
    .set('KA.XETRA', { close: 'NaN' })
    .set('KB.XETRA', { close: -1 })
    .set('KC.XETRA', NONE)
    .set('KD.XETRA', { close: 232 });
  service.clock.advance(5 * 60 * SECOND);
  const { prices, errors } = await read(...four);
  t.deepEqual(errors, []);
  t.deepEqual(prices, [
    ['KA.XETRA', 231.41, true],
    ['KB.XETRA', 231.41, true],
    ['KC.XETRA', 231.41, true],
    ['KD.XETRA', 232, false],
  ]);
  rows.set('KA.XETRA', { close: 230 });
  t.deepEqual((await read('KA.XETRA')).prices, [['KA.XETRA', 230, false]], 'the symbol is requested again at once');
});

test('a bad or missing row of a new symbol makes it unavailable, not unknown, and is not cached', async (t) => {
  const { rows, read } = await vendorOf(t);
  rows.set('KA.XETRA', { close: 'NaN' }).set('KB.XETRA', undefined).set('KC.XETRA', NONE);
  t.deepEqual((await read(...four)).errors, [
    ['KA.XETRA', 'unavailable'],
    ['KB.XETRA', 'unavailable'],
    ['KC.XETRA', 'not_found'],
  ]);
  rows.clear();
  t.deepEqual((await read('KA.XETRA', 'KB.XETRA')).errors, []);
});

test('a symbol that no provider has any more keeps its last price for a day, stale and with a warning', async (t) => {
  const { rows, read, service, caller } = await vendorOf(t);
  await read('KA.XETRA');
  rows.set('KA.XETRA', NONE);
  for (const seconds of [300, 40, 3_600]) {
    service.clock.advance(seconds * SECOND);
    await caller.signIn(caller.email, PASSWORD);
    const { prices, json } = await read('KA.XETRA');
    t.deepEqual(prices, [['KA.XETRA', 231.41, true]]);
    t.deepEqual(json.items[0].provenance.warnings, [
      'No provider knows this symbol any more; this is its last known price.',
    ]);
  }
  service.clock.advance(DAY);
  await caller.signIn(caller.email, PASSWORD);
  t.deepEqual((await read('KA.XETRA')).errors, [['KA.XETRA', 'not_found']]);
});

test('prices that contradict their range or their history are served with a warning or rejected', async (t) => {
  const { rows, read } = await vendorOf(t);
  rows
    .set('KA.XETRA', { close: 231_410_000 })
    .set('KB.XETRA', { high: 1, low: 500 })
    .set('KC.XETRA', { timestamp: 946_684_800 })
    .set('KD.XETRA', {
      close: 23_141,
      high: 23_322,
      low: 22_957,
      open: 22_974,
    });
  const { errors, json } = await read(...four);
  t.deepEqual(errors, [['KA.XETRA', 'unavailable']]);
  const [upsideDown, old, pence] = json.items;
  t.deepEqual(
    [upsideDown.price, upsideDown.high, upsideDown.low, upsideDown.provenance.warnings.length],
    [231.41, null, null, 1],
  );
  t.deepEqual(
    [old.provenance.stale, old.provenance.warnings],
    [true, ['The price is from 2000-01-01, before the last session.']],
  );
  t.deepEqual([pence.price, pence.provenance.stale], [23_141, false]);
  t.regex(pence.provenance.warnings.join(), /^The price is 100 times the previous close \(230\.57\): /);
});

test('the size of a doubted jump is configurable', async (t) => {
  const { rows, read } = await vendorOf(t, { SVC_MARKETS_JUMP_PERCENT: '5' });
  rows.set('KA.XETRA', { close: 250, high: 251 });
  t.regex(
    (await read('KA.XETRA')).json.items[0].provenance.warnings.join(),
    /^The price is 1\.08 times the previous close \(230\.57\): /,
  );
});

test('a fallback to the second source names the failure of the first', async (t) => {
  const second = await receiverFor(t);
  second.reply(
    (response) =>
      void response
        .writeHead(200, {})
        .end(JSON.stringify({ c: 231, h: 233, l: 229, o: 230, pc: 230, t: 1_795_207_000 })),
  );
  const { rows, read } = await vendorOf(t, {
    SVC_MARKETS_PROVIDERS: 'eodhd,finnhub',
    SVC_FINNHUB_API_KEY: KEY,
    SVC_FINNHUB_BASE_URL: second.url,
  });
  rows.set('KA.US', { close: 'NaN' });
  const { json } = await read('KA.US', 'KB.US');
  const bad = json.items.find(({ symbol }: { symbol: string }) => symbol === 'KA.US');
  t.deepEqual(
    [bad.provenance.provider, bad.provenance.warnings[0]],
    ['finnhub', 'EODHD was tried first: What the upstream sent is not what it should have sent.'],
  );
});
