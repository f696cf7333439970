import { randomUUID } from 'node:crypto';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_CLIENT_NOTE_LIMIT: '2' } });
});
test.after.always(() => service.close());

const newClient = async (settings: object = {}) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/clients', { name: 'Grace', currency: 'EUR', ...settings });
  const portfolio = async (kind = 'client') =>
    (await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR', kind })).json.id as string;
  return { ada, id: json.id as string, path: `/clients/${json.id}`, portfolio };
};

test('tags are in lower case and once each, and filter clients that have all of them', async (t) => {
  const { ada, id, path } = await newClient({ tags: ['Pension', 'pension', 'Low Risk'], benchmark: 'spy.us' });
  t.like((await ada.get(path)).json, { tags: ['pension', 'low risk'], benchmark: 'SPY.US', reference: null });
  await ada.post('/clients', { name: 'Joan', currency: 'USD', tags: ['pension'] });
  const names = async (query: string) =>
    (await ada.get(`/clients?${query}`)).json.items.map((one: { name: string }) => one.name);
  t.deepEqual(await names('tag=PENSION'), ['Grace', 'Joan']);
  t.deepEqual(await names('tag=pension,low%20risk'), ['Grace']);
  t.deepEqual(await names('tag=other'), []);
  t.deepEqual((await ada.patch(path, { tags: null })).json.tags, []);
  t.is((await ada.post('/clients', { name: 'Joan', currency: 'usd' })).json.errors[0].pointer, '/currency');
  t.is((await ada.get('/search?q=type:client%20grace')).json.items[0]?.id, id);
});

test('tags are kept on one line, without control characters and overrides, and found by the tags as sent', async (t) => {
  const sent = ['low\r\nrisk', 'Low risk', 'a\u0001b', '\u202epension', '\u0007'];
  const { ada, path } = await newClient({ tags: sent });
  t.deepEqual((await ada.get(path)).json.tags, ['low risk', 'a b', 'pension']);
  t.is((await ada.get(`/clients?tag=${encodeURIComponent('low\nrisk')}`)).json.items.length, 1);
  t.deepEqual((await ada.patch(path, { tags: ['x\ty'] })).json.tags, ['x y']);
  t.is((await ada.patch(path, { tags: [' x'] })).status, 400);
});

test('a portfolio has one client at most, and a model portfolio has no client', async (t) => {
  const { ada, path, portfolio } = await newClient();
  const [held, model] = [await portfolio(), await portfolio('model')];
  const linked = await ada.put(`${path}/portfolios/${held}`, undefined);
  t.like(linked.json, { portfolioId: held, kind: 'client', baseCurrency: 'EUR' });
  t.deepEqual((await ada.put(`${path}/portfolios/${held}`, undefined)).json, linked.json);
  t.deepEqual((await ada.get(`${path}/portfolios`)).json, { items: [linked.json], nextCursor: null });
  const other = (await ada.post('/clients', { name: 'Joan', currency: 'EUR' })).json.id;
  t.regex(
    (await ada.put(`/clients/${other}/portfolios/${held}`, undefined)).json.detail,
    /^The portfolio is held for another client/,
  );
  t.regex(
    (await ada.put(`${path}/portfolios/${model}`, undefined)).json.detail,
    /^A model portfolio holds nothing for a client/,
  );
  t.is((await ada.delete(`/clients/${other}/portfolios/${held}`)).status, 204);
  t.is((await ada.get(`${path}/portfolios`)).json.items.length, 1);
  t.is((await ada.delete(`${path}/portfolios/${held}`)).status, 204);
  t.deepEqual((await ada.get(`${path}/portfolios`)).json.items, []);
  await ada.put(`${path}/portfolios/${held}`, undefined);
  t.is((await ada.delete(path)).status, 204);
  t.is((await ada.get(`/portfolios/${held}`)).status, 200);
});

test('notes are kept per client up to the limit, and change with their version', async (t) => {
  const { ada, path } = await newClient();
  const first = await ada.post(`${path}/notes`, { title: 'Review', text: 'No oil.' });
  t.is(first.headers.get('location'), `/api/v1${path}/notes/${first.json.id}`);
  const own = `${path}/notes/${first.json.id}`;
  t.like((await ada.patch(own, { text: null })).json, { title: 'Review', text: null, version: 2 });
  isProblem(
    t,
    await ada.patch(own, { title: 'Late' }, { headers: { 'if-match': first.headers.get('etag') as string } }),
    412,
    'precondition_failed',
  );
  t.is((await ada.get(own)).json.title, 'Review');
  await ada.post(`${path}/notes`, { title: 'Call' });
  t.is((await ada.post(`${path}/notes`, { title: 'Third' })).json.code, 'quota_reached');
  const { items, nextCursor } = (await ada.get(`${path}/notes?limit=1`)).json;
  t.deepEqual(
    [items.length, (await ada.get(`${path}/notes?limit=1&cursor=${nextCursor}`)).json.items[0].title],
    [1, 'Call'],
  );
  t.is((await ada.delete(own)).status, 204);
  isProblem(t, await ada.get(own), 404, 'not_found');
});

test('a mandate has one target; its terms are replaced as a whole', async (t) => {
  const { ada, path, portfolio } = await newClient();
  isProblem(t, await ada.get(`${path}/mandate`), 404, 'not_found');
  const model = await portfolio('model');
  const set = (terms: object, headers = {}) => ada.put(`${path}/mandate`, terms, { headers });
  const first = await set({ modelPortfolioId: model, absoluteBand: 0.05, excludedSymbols: ['tsla.us', 'TSLA.US'] });
  t.like(first.json, { modelPortfolioId: model, excludedSymbols: ['TSLA.US'], maxHoldingWeight: null, version: 1 });
  const weights = [
    { symbol: 'aapl.us', weight: 0.6 },
    { symbol: 'MSFT.US', weight: 0.4 },
  ];
  const second = await set({ targetWeights: weights }, { 'if-match': first.headers.get('etag') as string });
  t.like(second.json, { modelPortfolioId: null, absoluteBand: null, excludedSymbols: [], version: 2 });
  t.is(second.json.targetWeights[0].symbol, 'AAPL.US');
  isProblem(t, await set({}, { 'if-match': first.headers.get('etag') as string }), 412, 'precondition_failed');
  const pointers = async (terms: object) =>
    (await set(terms)).json.errors.map(({ pointer }: { pointer: string }) => pointer);
  t.deepEqual(await pointers({ modelPortfolioId: model, targetWeights: weights }), ['/targetWeights']);
  t.deepEqual(await pointers({ absoluteBand: 0.1, relativeBand: 0.1 }), ['/absoluteBand', '/relativeBand']);
  t.deepEqual(await pointers({ targetWeights: [...weights, { symbol: 'AAPL.US', weight: 0.1 }] }), [
    '/targetWeights/2/symbol',
    '/targetWeights',
  ]);
  t.deepEqual(await pointers({ targetWeights: weights, excludedSymbols: ['MSFT.US'] }), ['/targetWeights/1/symbol']);
  t.deepEqual(await pointers({ maxHoldingWeight: 30 }), ['/maxHoldingWeight']);
  t.regex(
    (await set({ modelPortfolioId: await portfolio() })).json.detail,
    /^The mandate needs one of your model portfolios/,
  );
  t.is((await ada.get(`${path}/mandate`)).json.version, 2);
  t.is((await ada.delete(`${path}/mandate`)).status, 204);
  isProblem(t, await ada.get(`${path}/mandate`), 404, 'not_found');
});

test("another account's portfolio cannot be linked, unlinked or named in a mandate, and looks like an unknown one", async (t) => {
  const [{ ada, path }, bob] = [await newClient(), await newClient()];
  const [theirs, model] = [await bob.portfolio(), await bob.portfolio('model')];
  const bare = ({ requestId: _, instance: __, ...rest }: Record<string, unknown>) => rest;
  for (const method of ['PUT', 'DELETE']) {
    const [foreign, unknown] = [
      await ada.call(method, `${path}/portfolios/${theirs}`),
      await ada.call(method, `${path}/portfolios/${randomUUID()}`),
    ];
    isProblem(t, foreign, 404, 'not_found');
    t.deepEqual(bare(foreign.json), bare(unknown.json));
  }
  const [foreign, unknown] = [
    await ada.put(`${path}/mandate`, { modelPortfolioId: model }),
    await ada.put(`${path}/mandate`, { modelPortfolioId: randomUUID() }),
  ];
  isProblem(t, foreign, 422, 'unprocessable', '/modelPortfolioId');
  t.deepEqual(bare(foreign.json), bare(unknown.json));
  isProblem(t, await ada.get(`${path}/mandate`), 404, 'not_found');
});

test("the account's export has clients with their notes, mandates and portfolios; its deletion removes them", async (t) => {
  const { ada, id, path, portfolio } = await newClient();
  const held = await portfolio();
  await ada.put(`${path}/portfolios/${held}`, undefined);
  await ada.put(`${path}/mandate`, { minCashWeight: 0.1 });
  await ada.post(`${path}/notes`, { title: 'Review' });
  const { json } = await ada.get('/users/me/export');
  t.is(json.clients[0].id, id);
  t.like(json.clientPortfolios[0], { clientId: id, portfolioId: held });
  t.like(json.clientMandates[0], { clientId: id, minCashWeight: 0.1 });
  t.like(json.clientNotes[0], { clientId: id, title: 'Review' });
  t.is((await ada.call('DELETE', '/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  const left = await service.database.database.query('select id from clients where account_id = $1', [ada.accountId]);
  t.deepEqual(left.rows, []);
});

test('a client has the base currency of the account unless another is given', async (t) => {
  const owner = await service.signedIn();
  await owner.patch('/users/me/preferences', { baseCurrency: 'CHF' });
  t.is((await owner.post('/clients', { name: 'Grace' })).json.currency, 'CHF');
  t.is((await owner.post('/clients', { name: 'Hedy', currency: 'SEK' })).json.currency, 'SEK');
});
