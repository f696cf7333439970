import '../../../support/limit-concurrency.js';
import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const house = { symbol: 'house.own', kind: 'property', name: 'House in Utrecht', currency: 'EUR' };
const bond = {
  symbol: 'BUND.OWN',
  kind: 'bond',
  name: 'Federal bond',
  currency: 'EUR',
  isin: 'DE0001102580',
  bond: { issueDay: '2024-05-15', maturityDay: '2034-05-15', couponPercent: 2.5, frequency: 2 },
};
const path = '/markets/instruments';

let service: TestService;
/** A client that only sends requests that must fail. */
let carl: TestClient;
test.before(async () => {
  service = await startTestService();
  carl = await service.signedIn();
});
test.after.always(() => service.close());

/** Returns a new account with an instrument. */
async function owner(body: object = house) {
  const ada = await service.signedIn();
  const made = await ada.post(path, body);
  return { ada, made, own: `${path}/${made.json.symbol}` };
}

test('an own instrument is created in upper case, labelled `own`, and read in any case', async (t) => {
  const { ada, made, own } = await owner();
  t.deepEqual([made.status, made.headers.get('location')], [201, `/api/v1${path}/HOUSE.OWN`]);
  const { id, createdAt, updatedAt, provenance, ...rest } = made.json;
  t.deepEqual(rest, {
    ...house,
    symbol: 'HOUSE.OWN',
    assetClass: 'equity',
    exchange: null,
    isin: null,
    sector: null,
    country: null,
    firstDay: null,
    note: null,
    bond: null,
    priceAddress: null,
    priceStatus: null,
    version: 1,
  });
  t.like(provenance, { provider: 'own', stale: false, warnings: [] });
  t.deepEqual((await ada.get(own)).json, made.json);
  t.deepEqual((await ada.get(`${path}/house.Own`)).json, made.json);
});

test('a bond has the default terms of bonds, and can be held from its issue on', async (t) => {
  const { made } = await owner(bond);
  t.like(made.json, { isin: 'DE0001102580', firstDay: '2024-05-15', version: 1 });
  t.deepEqual(made.json.bond, {
    ...bond.bond,
    dayCount: 'ACT/ACT',
    firstCouponDay: null,
    endOfMonth: false,
    faceValue: 100,
    redemptionPercent: 100,
  });
});

test('a fund is of the class etf, other kinds are of the class equity', async (t) => {
  const ada = await service.signedIn();
  for (const [kind, assetClass] of [
    ['fund', 'etf'],
    ['private', 'equity'],
    ['property', 'equity'],
    ['other', 'equity'],
  ])
    t.like((await ada.post(path, { ...house, kind, symbol: `${kind}.OWN` })).json, { kind, assetClass });
});

test('two accounts have different instruments with the same symbol, and neither sees the other', async (t) => {
  const { ada } = await owner();
  const { ada: bob } = await owner({ ...house, name: 'Mill', currency: 'USD' });
  t.like((await ada.get(`${path}/HOUSE.OWN`)).json, { name: 'House in Utrecht', currency: 'EUR' });
  t.like((await bob.get(`${path}/HOUSE.OWN`)).json, { name: 'Mill', currency: 'USD' });
  t.deepEqual(
    (await bob.get(path)).json.items.map(({ name }: { name: string }) => name),
    ['Mill'],
  );
});

test('an instrument of another account is a 404 in every operation', async (t) => {
  const { ada, made, own } = await owner();
  for (const answer of [
    await carl.get(own),
    await carl.patch(own, { name: 'Mine' }),
    await carl.delete(own),
    await carl.get(`${own}/prices`),
    await carl.put(`${own}/prices`, { prices: [{ day: '2026-01-02', price: 1 }] }),
    await carl.put(`${own}/prices/2026-01-02`, { price: 1 }),
    await carl.delete(`${own}/prices/2026-01-02`),
    await carl.post(`${own}/prices`, undefined, {
      rawBody: 'day,price\n2026-01-02,1\n',
      headers: { 'content-type': 'text/csv' },
    }),
  ])
    isProblem(t, answer, 404, 'not_found');
  t.deepEqual((await ada.get(own)).json, made.json);
});

test('a symbol can be used once, and again after its instrument was deleted', async (t) => {
  const { ada, own } = await owner();
  isProblem(t, await ada.post(path, { ...house, symbol: 'HOUSE.own' }), 409, 'conflict');
  t.is((await ada.delete(own)).status, 204);
  isProblem(t, await ada.get(own), 404, 'not_found');
  t.is((await ada.post(path, house)).status, 201);
});

test('one of several concurrent requests creates a symbol', async (t) => {
  const ada = await service.signedIn();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post(path, house)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});

for (const [what, body, pointer] of [
  ['a symbol of another venue', { ...house, symbol: 'HOUSE.US' }, '/symbol'],
  ['a symbol without a code', { ...house, symbol: '.OWN' }, '/symbol'],
  ['a code of 25 characters', { ...house, symbol: `${'H'.repeat(25)}.OWN` }, '/symbol'],
  ['an unknown kind', { ...house, kind: 'share' }, '/kind'],
  ['an unknown currency', { ...house, currency: 'ABC' }, '/currency'],
  ['an ISIN in lower case', { ...house, isin: 'de0001102580' }, '/isin'],
  ['a name of 201 characters', { ...house, name: 'h'.repeat(201) }, '/name'],
  ['a bond without terms', { ...house, kind: 'bond' }, '/bond'],
  ['a house with the terms of a bond', { ...house, bond: bond.bond }, '/bond'],
  ['a maturity on the day of issue', withTerms({ maturityDay: '2024-05-15' }), '/bond/maturityDay'],
  ['a maturity before the issue', withTerms({ maturityDay: '2020-05-15' }), '/bond/maturityDay'],
  ['a term of more than 100 years', withTerms({ maturityDay: '2125-05-15' }), '/bond/maturityDay'],
  ['a day that does not exist', withTerms({ maturityDay: '2034-02-30' }), '/bond/maturityDay'],
  ['a negative coupon', withTerms({ couponPercent: -0.1 }), '/bond/couponPercent'],
  ['a coupon of more than 100 %', withTerms({ couponPercent: 100.1 }), '/bond/couponPercent'],
  ['three coupons a year', withTerms({ frequency: 3 }), '/bond/frequency'],
  ['no coupon a year', withTerms({ frequency: 0 }), '/bond/frequency'],
  ['an unknown day count', withTerms({ dayCount: 'ACT/366' }), '/bond/dayCount'],
  ['a first coupon between coupon days', withTerms({ firstCouponDay: '2024-12-15' }), '/bond/firstCouponDay'],
  ['a first coupon on the day of issue', withTerms({ firstCouponDay: '2024-05-15' }), '/bond/firstCouponDay'],
  ['a first coupon after the maturity', withTerms({ firstCouponDay: '2034-11-15' }), '/bond/firstCouponDay'],
  [
    'a first coupon of another frequency',
    withTerms({ frequency: 1, firstCouponDay: '2024-11-15' }),
    '/bond/firstCouponDay',
  ],
  ['a face value of 0', withTerms({ faceValue: 0 }), '/bond/faceValue'],
] as const)
  test(`${what} is a 400`, async (t) => {
    const answer = await carl.post(path, body);
    isProblem(t, answer, 400, 'invalid_request');
    t.is(answer.json.errors[0].pointer, pointer);
  });

function withTerms(terms: object) {
  return { ...bond, bond: { ...bond.bond, ...terms } };
}

test('the limits of symbols, coupons and terms are accepted', async (t) => {
  const ada = await service.signedIn();
  for (const body of [
    { ...house, symbol: `${'H'.repeat(24)}.OWN`, name: 'h'.repeat(200) },
    { ...withTerms({ couponPercent: 0, frequency: 12 }), symbol: 'ZERO.OWN' },
    { ...withTerms({ couponPercent: 100, maturityDay: '2124-05-15' }), symbol: 'LONG.OWN' },
    { ...withTerms({ firstCouponDay: '2025-05-15' }), symbol: 'FIRST.OWN' },
    { ...withTerms({ firstCouponDay: '2034-05-15' }), symbol: 'ONE.OWN' },
  ])
    t.is((await ada.post(path, body)).status, 201, body.symbol);
});

test('an update keeps omitted fields, and replaces all terms of a bond', async (t) => {
  const { ada, own } = await owner(bond);
  const changed = await ada.patch(own, { note: 'Held by a friend.', country: 'DE' });
  t.like(changed.json, { name: 'Federal bond', note: 'Held by a friend.', country: 'DE', version: 2 });
  const terms = { issueDay: '2024-05-15', maturityDay: '2044-05-15', couponPercent: 3 };
  t.like((await ada.patch(own, { bond: terms, country: null })).json, {
    bond: { ...terms, frequency: 1 },
    country: null,
    note: 'Held by a friend.',
    version: 3,
  });
  isProblem(t, await ada.patch(own, { bond: null }), 400, 'invalid_request');
  isProblem(t, await ada.patch(own, { bond: { ...terms, maturityDay: '2020-01-01' } }), 400, 'invalid_request');
  isProblem(t, await ada.patch(own, { currency: 'USD' }), 400, 'invalid_request');
  t.is((await ada.get(own)).json.version, 3);
});

test('the search finds own instruments of the account alone, by name and symbol', async (t) => {
  const { ada } = await owner({ ...house, name: 'Windmill Zaandam', symbol: 'MILL.OWN' });
  for (const q of ['zaandam', 'MILL.OWN type:own_instrument']) {
    const { json } = await ada.get(`/search?q=${encodeURIComponent(q)}`);
    t.like(
      json.items.find(({ type }: { type: string }) => type === 'own_instrument'),
      {
        id: 'MILL.OWN',
        title: 'Windmill Zaandam',
        href: `/api/v1${path}/MILL.OWN`,
      },
    );
    t.deepEqual((await carl.get(`/search?q=${encodeURIComponent(`${q} type:own_instrument`)}`)).json.items, []);
  }
});

test('the export of an account has its own instruments and their prices', async (t) => {
  const { ada, own } = await owner();
  await ada.put(`${own}/prices`, { prices: [{ day: '2026-01-02', price: 400_000 }] });
  const { json } = await ada.get('/users/me/export');
  t.like(json.ownInstruments, [{ symbol: 'HOUSE.OWN', name: 'House in Utrecht' }]);
  t.like(json.ownPrices, [{ symbol: 'HOUSE.OWN', day: '2026-01-02', price: 400_000 }]);
});
