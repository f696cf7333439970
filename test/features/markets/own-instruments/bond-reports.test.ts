import '../../../support/limit-concurrency.js';
import test from 'ava';
import { isProblem } from '../../../support/is-problem.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const path = '/markets/instruments';
/** The gilt of bond-figures.test.ts. */
const gilt = {
  symbol: 'GILT.OWN',
  kind: 'bond',
  name: 'Treasury 8 % 2021',
  currency: 'GBP',
  isin: 'GB0009997999',
  bond: {
    issueDay: '1996-02-29',
    maturityDay: '2021-06-07',
    couponPercent: 8,
    frequency: 2,
    firstCouponDay: '1996-06-07',
  },
};

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

async function owner(body: object = gilt) {
  const ada = await service.signedIn();
  const { json } = await ada.post(path, body);
  const own = `${path}/${json.symbol}`;
  return { ada, own, figures: (query = '') => ada.get(`${own}/bond${query}`) };
}

test('the figures of a bond are those of its last price on or before the settlement', async (t) => {
  const { ada, own, figures } = await owner();
  const prices = [
    { day: '2013-05-01', price: 100 },
    { day: '2013-05-28', price: 103 },
    { day: '2013-05-30', price: 200 },
  ];
  await ada.put(`${own}/prices`, { prices });
  const { json } = await figures('?settlementDay=2013-05-29');
  t.like(json, {
    symbol: 'GILT.OWN',
    currency: 'GBP',
    settlementDay: '2013-05-29',
    priceDay: '2013-05-28',
    cleanPrice: 103,
    accruedDays: 173,
    previousCouponDay: '2012-12-07',
    nextCouponDay: '2013-06-07',
    notComputable: null,
  });
  t.true(Math.abs(json.accruedInterest - 3.802197802) < 1e-9);
  t.true(Math.abs(json.yieldToMaturity - 0.07495180593) < 1e-10);
  t.true(Math.abs(json.modifiedDurationYears - 5.676044458) < 1e-8);
  t.true(json.macaulayDurationYears > json.modifiedDurationYears && json.convexity > 42);
  t.like(json.provenance, { provider: 'own', asOf: '2013-05-28T00:00:00.000Z' });
  t.is(json.payments.length, 17);
  t.deepEqual(json.payments[0], { day: '2013-06-07', interest: 4, principal: 0 });
  t.deepEqual(json.payments.at(-1), { day: '2021-06-07', interest: 4, principal: 100 });
});

test('a given price or yield replaces the stored price, and each gives the other', async (t) => {
  const { figures } = await owner();
  const byPrice = (await figures('?settlementDay=2013-05-29&cleanPrice=103')).json;
  t.is(byPrice.priceDay, null);
  const byYield = (await figures(`?settlementDay=2013-05-29&yield=${byPrice.yieldToMaturity}`)).json;
  t.true(Math.abs(byYield.cleanPrice - 103) < 1e-10);
  isProblem(t, await figures('?settlementDay=2013-05-29&cleanPrice=103&yield=0.07'), 400, 'invalid_request');
});

test('without a price there are accrued interest and payments, and no yield', async (t) => {
  const { figures } = await owner();
  const { json } = await figures('?settlementDay=2013-05-29');
  t.like(json, { cleanPrice: null, dirtyPrice: null, yieldToMaturity: null, convexity: null });
  t.regex(json.notComputable, /No price/);
  t.true(json.accruedInterest > 3);
});

test('a price without a plausible yield has no yield', async (t) => {
  const { figures } = await owner();
  const { json } = await figures('?settlementDay=2021-06-06&cleanPrice=1000000000000');
  t.like(json, { cleanPrice: 1e12, yieldToMaturity: null, macaulayDurationYears: null });
  t.regex(json.notComputable, /plausible/);
});

test('a settlement is from the issue to the day before the maturity', async (t) => {
  const { figures } = await owner();
  for (const [day, status] of [
    ['1996-02-28', 400],
    ['1996-02-29', 200],
    ['2021-06-06', 200],
    ['2021-06-07', 400],
    ['2021-02-30', 400],
  ] as const)
    t.is((await figures(`?settlementDay=${day}&cleanPrice=100`)).status, status, day);
});

for (const query of ['cleanPrice=0', 'cleanPrice=-1', 'cleanPrice=1e300', 'yield=-1', 'yield=11', 'yield=x', 'price=1'])
  test(`${query} is a 400`, async (t) => {
    const { figures } = await owner();
    isProblem(t, await figures(`?settlementDay=2013-05-29&${query}`), 400, 'invalid_request');
  });

test('an instrument that is no bond has no figures, and one of another account is a 404', async (t) => {
  const { figures } = await owner({ symbol: 'HOUSE.OWN', kind: 'property', name: 'House', currency: 'EUR' });
  isProblem(t, await figures(), 422, 'unprocessable');
  const { own } = await owner();
  isProblem(t, await (await service.signedIn()).get(`${own}/bond`), 404, 'not_found');
});
