import '../../support/limit-concurrency.js';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const deposit = { type: 'deposit', tradedAt: '2026-01-05T10:00:00Z', amount: '100', currency: 'EUR' };
const overspent = { type: 'withdrawal', tradedAt: '2026-01-06T10:00:00Z', amount: '777', currency: 'EUR' };

/** Returns an owner with a portfolio whose cash became negative, and another account to which it is granted. */
async function granted(terms: object = {}) {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const { id } = (await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
  const path = `/portfolios/${id}`;
  await ada.post(`${path}/transactions`, deposit);
  await ada.post(`${path}/transactions`, overspent);
  const grant = { kind: 'portfolio', resourceId: id, email: bob.email, ...terms };
  const made = await ada.post('/users/me/grants', grant);
  return { ada, bob, id, path, grant: `/users/me/grants/${made.json.id}` };
}

test('a grant to read opens the figures of a portfolio, as its owner sees them', async (t) => {
  const { ada, bob, path } = await granted();
  for (const figures of ['/holdings', '/cash', '/valuation', '/performance', '/risk', '/transactions', '/income']) {
    const [own, other] = [await ada.get(path + figures), await bob.get(path + figures)];
    t.is(other.status, 200, figures);
    t.deepEqual(other.json, own.json, figures);
  }
  isProblem(t, await bob.post(`${path}/transactions`, deposit), 404, 'not_found');
  isProblem(
    t,
    await bob.post(`${path}/rebalance`, { target: { type: 'weights', weights: [{ symbol: 'AAPL.US', weight: 1 }] } }),
    404,
    'not_found',
  );
});

test('without amounts, fractions are open, other figures are a 403 with the reason, and warnings name no amounts', async (t) => {
  const { ada, bob, path } = await granted({ showAmounts: false });
  for (const figures of ['', '/risk', '/attribution', '/allocation.svg'])
    t.is((await bob.get(path + figures)).status, 200, figures);
  for (const figures of [
    '/holdings',
    '/cash',
    '/valuation',
    '/performance',
    '/performance/series',
    '/allocation',
    '/export',
  ])
    isProblem(t, await bob.get(path + figures), 403, 'forbidden');
  isProblem(t, await bob.post(`${path}/transactions`, deposit), 404, 'not_found');
  const codes = ({ json }: { json: { warnings: Array<{ code: string }> } }) => json.warnings.map(({ code }) => code);
  const [own, other] = [await ada.get(`${path}/risk`), await bob.get(`${path}/risk`)];
  t.true(codes(own).includes('negative_cash'));
  t.deepEqual(codes(other), codes(own));
  t.true(own.text.includes('677'));
  t.false(other.text.includes('677'));
});

test('a grant on one portfolio opens no other one as benchmark', async (t) => {
  const { ada, bob, path } = await granted();
  const { id } = (await ada.post('/portfolios', { name: 'Secret', baseCurrency: 'EUR' })).json;
  t.is((await ada.get(`${path}/attribution?benchmarkPortfolioId=${id}`)).status, 200);
  for (const form of ['attribution', 'attribution.svg', 'attribution.png'])
    isProblem(t, await bob.get(`${path}/${form}?benchmarkPortfolioId=${id}`), 403, 'forbidden');
});

test('a response under a grant is not repeated for its Idempotency-Key when the grant has ended', async (t) => {
  const { ada, bob, path, grant } = await granted({ access: 'write' });
  const once = { headers: { 'idempotency-key': 'one-deposit' } };
  const first = await bob.post(`${path}/transactions`, deposit, once);
  t.is(first.status, 201);
  t.is((await bob.post(`${path}/transactions`, deposit, once)).headers.get('idempotency-replayed'), 'true');
  await ada.delete(grant);
  const late = await bob.post(`${path}/transactions`, deposit, once);
  t.deepEqual([late.status, late.json.code], [422, 'idempotency_key_reused']);
  isProblem(t, await bob.post(`${path}/transactions`, deposit), 404, 'not_found');
  t.is((await ada.get(`${path}/transactions`)).json.items.length, 3);
});

test('own instruments of the owner are valued in a granted portfolio, and stay private elsewhere', async (t) => {
  const { ada, bob, path } = await granted();
  await ada.post('/markets/instruments', { symbol: 'HOUSE.OWN', kind: 'property', name: 'House', currency: 'EUR' });
  await ada.put('/markets/instruments/HOUSE.OWN/prices', { prices: [{ day: '2026-01-02', price: 7 }] });
  const bought = { type: 'transfer', tradedAt: '2026-01-05T10:00:00Z', symbol: 'HOUSE.OWN', quantity: '1' };
  const added = await ada.post(`${path}/transactions`, { ...bought, currency: 'EUR' });
  t.is(added.status, 201, added.text);
  const [own, other] = [await ada.get(`${path}/holdings`), await bob.get(`${path}/holdings`)];
  t.like(other.json.items, [{ symbol: 'HOUSE.OWN' }]);
  t.deepEqual(other.json, own.json);
  isProblem(t, await bob.get('/markets/instruments/HOUSE.OWN'), 404, 'not_found');
});

test('a grant on a client opens its report, and without amounts only responses that contain no money', async (t) => {
  const [ada, bob, eve] = [await service.signedIn(), await service.signedIn(), await service.signedIn()];
  const { id } = (await ada.post('/clients', { name: 'Grace', currency: 'EUR' })).json;
  const grant = { kind: 'client', resourceId: id };
  await ada.post('/users/me/grants', { ...grant, email: bob.email });
  await ada.post('/users/me/grants', { ...grant, email: eve.email, showAmounts: false });
  t.is((await bob.get(`/clients/${id}/report`)).status, 200);
  isProblem(t, await eve.get(`/clients/${id}/report`), 403, 'forbidden');
  for (const account of [bob, eve]) {
    t.is((await account.get(`/clients/${id}`)).json.name, 'Grace');
    isProblem(t, await account.get(`/clients/${id}/notes`), 404, 'not_found');
  }
});
