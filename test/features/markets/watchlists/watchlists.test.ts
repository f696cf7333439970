import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { PASSWORD, startTestService, type TestService } from '../../../support/test-service.js';

const majors = { name: 'Majors', symbols: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'] };
const many = (count: number) => Array.from({ length: count }, (_, index) => `T${index}.US`);

let service: TestService;
/** A client that only sends requests that must fail. */
let carl: TestClient;
let his: string;
test.before(async () => {
  service = await startTestService();
  carl = await service.signedIn();
  his = `/markets/watchlists/${(await carl.post('/markets/watchlists', majors)).json.id}`;
});
test.after.always(() => service.close());

/** Returns a new account with one watchlist, and its path. */
async function owner(symbols: string[] = majors.symbols) {
  const ada = await service.signedIn();
  const made = await ada.post('/markets/watchlists', { ...majors, symbols });
  return { ada, made, path: `/markets/watchlists/${made.json.id}` };
}

test('a created watchlist can be read, and symbols may be left out', async (t) => {
  const { ada, made, path } = await owner();
  t.deepEqual([made.status, made.headers.get('location')], [201, `/api/v1${path}`]);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  t.deepEqual(rest, { ...majors, version: 1 });
  t.is(createdAt, updatedAt);
  t.deepEqual((await ada.get(path)).json, made.json);
  const second = await ada.post('/markets/watchlists', { name: 'Empty' });
  t.deepEqual(second.json.symbols, []);
});

test('symbols are stored in upper case without duplicates, known or not', async (t) => {
  const { made } = await owner(['aapl.us', 'NoSuch.Mars', 'AAPL.US', 'eurusd.forex', 'nosuch.MARS']);
  t.deepEqual(made.json.symbols, ['AAPL.US', 'NOSUCH.MARS', 'EURUSD.FOREX']);
});

for (const [what, body, pointer] of [
  ['a symbol without a venue', { ...majors, symbols: ['AAPL.US', 'MSFT'] }, '/symbols'],
  ['a currency that is no pair', { ...majors, symbols: ['EUR.FOREX'] }, '/symbols/0'],
  ['a crypto-asset that is no pair', { ...majors, symbols: ['AAPL.US', 'BTC.CC'] }, '/symbols/1'],
  ['more than 200 symbols', { ...majors, symbols: many(201) }, '/symbols'],
  ['a name that is null', { ...majors, name: null }, '/name'],
  ['a name without a character', { ...majors, name: '' }, '/name'],
  ['an unknown field', { ...majors, colour: 'red' }, '/colour'],
] as const) {
  test(`${what} is a 400 in a create and in an update`, async (t) => {
    for (const answer of [await carl.post('/markets/watchlists', body), await carl.patch(his, body)]) {
      t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [400, pointer]);
    }
    t.is((await carl.get(his)).json.version, 1);
  });
}

test('an update keeps omitted fields, null empties the list, and the version increases', async (t) => {
  const { ada, path } = await owner();
  t.like((await ada.patch(path, { name: 'Two' })).json, { name: 'Two', symbols: majors.symbols, version: 2 });
  t.like((await ada.patch(path, { symbols: ['btc-usd.cc', 'AAPL.US'] })).json, {
    name: 'Two',
    symbols: ['BTC-USD.CC', 'AAPL.US'],
    version: 3,
  });
  t.like((await ada.patch(path, { symbols: null })).json, { name: 'Two', symbols: [], version: 4 });
  t.like((await ada.get(path)).json, { name: 'Two', symbols: [], version: 4 });
});

test('application/merge-patch+json is accepted', async (t) => {
  const { ada, path } = await owner();
  const headers = { 'content-type': 'application/merge-patch+json' };
  t.like((await ada.patch(path, undefined, { rawBody: '{"symbols":null}', headers })).json, {
    name: 'Majors',
    symbols: [],
  });
});

test('an update with an outdated ETag is a 412 and changes nothing, also for single symbols', async (t) => {
  const { ada, made, path } = await owner();
  const headers = { 'if-match': made.headers.get('etag') as string };
  t.is((await ada.put(`${path}/symbols/VOD.LSE`, undefined, { headers })).status, 200);
  for (const answer of [
    await ada.patch(path, { name: 'Three' }, { headers }),
    await ada.put(`${path}/symbols/MSFT.US`, undefined, { headers }),
    await ada.delete(`${path}/symbols/AAPL.US`, { headers }),
  ]) {
    t.deepEqual([answer.status, answer.json.code], [412, 'precondition_failed']);
  }
  t.like((await ada.get(path)).json, { name: 'Majors', symbols: [...majors.symbols, 'VOD.LSE'], version: 2 });
});

test('adding and removing a symbol is idempotent', async (t) => {
  const { ada, path } = await owner();
  const put = await ada.put(`${path}/symbols/vod.lse`);
  t.like(put.json, { symbols: [...majors.symbols, 'VOD.LSE'], version: 2 });
  t.deepEqual((await ada.put(`${path}/symbols/VOD.LSE`)).json, put.json);
  const taken = await ada.delete(`${path}/symbols/eurusd.FOREX`);
  t.like(taken.json, { symbols: ['AAPL.US', 'BTC-USD.CC', 'VOD.LSE'], version: 3 });
  t.deepEqual((await ada.delete(`${path}/symbols/EURUSD.FOREX`)).json, taken.json);
});

for (const symbol of ['AAPL', 'EUR.FOREX', 'BTC.CC', 'A%20B.US', `${'X'.repeat(25)}.US`]) {
  test(`${symbol} can be neither added nor removed`, async (t) => {
    for (const answer of [await carl.put(`${his}/symbols/${symbol}`), await carl.delete(`${his}/symbols/${symbol}`)])
      t.deepEqual([answer.status, answer.json.errors[0].pointer], [400, 'path/symbol']);
  });
}

test('symbols added concurrently are all stored', async (t) => {
  const { ada, path } = await owner([]);
  const symbols = many(8);
  const answers = await Promise.all(symbols.map((symbol) => ada.put(`${path}/symbols/${symbol}`)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { json } = await ada.get(path);
  t.deepEqual([json.symbols.toSorted(), json.version], [symbols.toSorted(), 9]);
});

test('concurrent additions do not exceed the maximum number of symbols', async (t) => {
  const { ada, path } = await owner(many(199));
  const answers = await Promise.all(['A.US', 'B.US', 'C.US'].map((symbol) => ada.put(`${path}/symbols/${symbol}`)));
  t.deepEqual(answers.map(({ status, json }) => json.code ?? status).sort(), [200, 'quota_reached', 'quota_reached']);
  t.is((await ada.get(path)).json.symbols.length, 200);
  t.is((await ada.put(`${path}/symbols/T7.US`)).status, 200, 'one that is there needs no place');
});

test('the watchlist of another account is a 404', async (t) => {
  const { made, path } = await owner();
  for (const answer of [
    await carl.get(path),
    await carl.get(`${path}/quotes`),
    await carl.patch(path, { name: 'Mine' }),
    await carl.put(`${path}/symbols/MSFT.US`),
    await carl.delete(`${path}/symbols/AAPL.US`),
    await carl.delete(path),
  ])
    t.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
  t.false((await carl.get('/markets/watchlists')).text.includes(made.json.id));
});

test('a deleted watchlist is gone, and deleting an account deletes its watchlists', async (t) => {
  const { ada, path } = await owner();
  t.is((await ada.delete(path)).status, 204);
  for (const answer of [
    await ada.get(path),
    await ada.delete(path),
    await ada.patch(path, { name: 'x' }),
    await ada.get(`${path}/quotes`),
  ])
    isProblem(t, answer, 404, 'not_found');
  await ada.post('/markets/watchlists', majors);
  t.is((await ada.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  const left = await service.database.database.query('select 1 from watchlists where account_id = $1', [ada.accountId]);
  t.is(left.rowCount, 0);
});

test('an empty watchlist has no quotes', async (t) => {
  const { ada, path } = await owner([]);
  t.deepEqual((await ada.get(`${path}/quotes`)).json, { items: [], nextCursor: null, errors: [] });
});
