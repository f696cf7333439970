import '../../../support/limit-concurrency.js';
import test from 'ava';
import { MAX_FIELD_PROBLEMS } from '../../../../src/api/problem.js';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const DAY_MS = 86_400_000;
const path = '/markets/instruments';
const house = { symbol: 'HOUSE.OWN', kind: 'property', name: 'House', currency: 'EUR' };

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

async function owner() {
  const ada = await service.signedIn();
  await ada.post(path, house);
  const prices = `${path}/HOUSE.OWN/prices`;
  const days = async (query = '') => (await ada.get(`${prices}?limit=200${query}`)).json.items as Price[];
  return { ada, prices, days };
}
interface Price {
  day: string;
  price: number;
}
const plain = (items: readonly Price[]) => items.map(({ day, price }) => [day, price]);
const dayFromNow = (count: number) => new Date(service.clock.now() + count * DAY_MS).toISOString().slice(0, 10);

const upload = (ada: TestClient, prices: string, table: string | Buffer, query = '') =>
  ada.post(`${prices}${query}`, undefined, {
    rawBody: table as string,
    headers: { 'content-type': 'text/csv' },
  });

test('prices are stored by day, replaced by day, and listed newest first in pages', async (t) => {
  const { ada, prices, days } = await owner();
  const first = [
    { day: '2025-12-31', price: 400_000 },
    { day: '2024-12-31', price: 380_000 },
  ];
  t.deepEqual((await ada.put(prices, { prices: first })).json, { storedCount: 2, totalCount: 2 });
  const more = [
    { day: '2025-12-31', price: 410_000 },
    { day: '2026-06-30', price: 1e-9 },
    { day: '2026-07-31', price: 1e12 },
  ];
  t.deepEqual((await ada.put(prices, { prices: more })).json, { storedCount: 3, totalCount: 4 });
  const all = [
    ['2026-07-31', 1e12],
    ['2026-06-30', 1e-9],
    ['2025-12-31', 410_000],
    ['2024-12-31', 380_000],
  ];
  t.deepEqual(plain(await days()), all);
  t.deepEqual(plain(await days('&order=asc')), all.toReversed());
  t.deepEqual(plain(await days('&from=2025-12-31&to=2026-07-31')), all.slice(1, 3));
  const page = (await ada.get(`${prices}?limit=3`)).json;
  const next = (await ada.get(`${prices}?limit=3&cursor=${page.nextCursor}`)).json;
  t.deepEqual([plain([...page.items, ...next.items]), next.nextCursor], [all, null]);
});

test('`replace` deletes the prices of other days', async (t) => {
  const { ada, prices, days } = await owner();
  await ada.put(prices, { prices: ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({ day, price: 1 })) });
  const one = { prices: [{ day: '2026-01-02', price: 2 }], replace: true };
  t.deepEqual((await ada.put(prices, one)).json, { storedCount: 1, totalCount: 1 });
  t.deepEqual(plain(await days()), [['2026-01-02', 2]]);
  t.deepEqual((await ada.put(prices, { prices: [], replace: true })).json, { storedCount: 0, totalCount: 0 });
});

test('a single price is stored, changed and deleted by its day', async (t) => {
  const { ada, prices, days } = await owner();
  t.like((await ada.put(`${prices}/2026-01-02`, { price: 1.5 })).json, { day: '2026-01-02', price: 1.5 });
  t.like((await ada.put(`${prices}/2026-01-02`, { price: 2.5 })).json, { day: '2026-01-02', price: 2.5 });
  t.deepEqual(plain(await days()), [['2026-01-02', 2.5]]);
  t.is((await ada.delete(`${prices}/2026-01-02`)).status, 204);
  isProblem(t, await ada.delete(`${prices}/2026-01-02`), 404, 'not_found');
  t.deepEqual(await days(), []);
});

test('a price is valid today and in 1950, not tomorrow or before', async (t) => {
  const { ada, prices } = await owner();
  for (const [day, status] of [
    [dayFromNow(0), 200],
    [dayFromNow(1), 400],
    ['1950-01-01', 200],
    ['1949-12-31', 400],
    ['2026-02-30', 400],
  ] as const) {
    t.is((await ada.put(`${prices}/${day}`, { price: 1 })).status, status, day);
    t.is((await ada.put(prices, { prices: [{ day, price: 1 }] })).status, status, day);
    t.is((await upload(ada, prices, `day,price\n${day},1\n`)).status, status === 200 ? 200 : 422, day);
  }
});

for (const price of [0, -1, 9e-10, 1.1e12, 1e300])
  test(`the price ${price} is rejected, and no other price is stored`, async (t) => {
    const { ada, prices, days } = await owner();
    const sent = [
      { day: '2026-01-02', price: 1 },
      { day: '2026-01-03', price },
    ];
    const many = await ada.put(prices, { prices: sent });
    isProblem(t, many, 400, 'invalid_request');
    t.is(many.json.errors[0].pointer, '/prices/1/price');
    isProblem(t, await ada.put(`${prices}/2026-01-03`, { price }), 400, 'invalid_request');
    const table = await upload(ada, prices, `day,price\n2026-01-02,1\n2026-01-03,${price}\n`);
    isProblem(t, table, 422, 'unprocessable');
    t.deepEqual(table.json.errors, [{ in: 'body', pointer: '/3/price', detail: 'must be from 1e-9 to 1000000000000' }]);
    t.deepEqual(await days(), []);
  });

test('a day given twice rejects all prices, and its second place is named', async (t) => {
  const { ada, prices, days } = await owner();
  const twice = ['2026-01-02', '2026-01-03', '2026-01-02'].map((day) => ({ day, price: 1 }));
  const answer = await ada.put(prices, { prices: twice });
  isProblem(t, answer, 400, 'invalid_request');
  t.deepEqual(answer.json.errors, [{ in: 'body', pointer: '/prices/2/day', detail: 'is given twice' }]);
  const table = await upload(ada, prices, 'Date;Close\n2026-01-02;1\n2026-01-03;1\n2026-01-02;1\n');
  t.deepEqual(table.json.errors, [{ in: 'body', pointer: '/4/Date', detail: 'is given twice' }]);
  t.deepEqual(await days(), []);
});

for (const [what, table] of [
  ['commas', 'day,price\n2026-01-02,98.5\n2026-01-03,99\n'],
  ['semicolons and decimal commas', 'Kurs;Datum\r\n98,5;2026-01-02\r\n99;2026-01-03\r\n'],
  ['tabs, quotes and more columns', 'Date\tNote\tClose\n"2026-01-02"\t"a\tb"\t98.5\n\n2026-01-03\t\t99'],
  ['a byte order mark', '\ufeffday,price\n2026-01-02,98.5\n2026-01-03,9.9e1\n'],
] as const)
  test(`a table with ${what} is imported`, async (t) => {
    const { ada, prices, days } = await owner();
    t.deepEqual((await upload(ada, prices, table)).json, { storedCount: 2, totalCount: 2 });
    t.deepEqual(plain(await days()), [
      ['2026-01-03', 99],
      ['2026-01-02', 98.5],
    ]);
  });

for (const [what, table, errors] of [
  ['without a column for the price', 'day,amount\n2026-01-02,1\n', [['/1/price', /lacks a column/]]],
  [
    'without a header',
    '2026-01-02,1\n',
    [
      ['/1/day', /lacks/],
      ['/1/price', /lacks/],
    ],
  ],
  ['with two columns for the day', 'day,date,price\n2026-01-02,2026-01-02,1\n', [['/1/day', /more than one/]]],
  ['without prices', 'day,price\n', [['/1', /no prices/]]],
  ['with a German date', 'day,price\n02.01.2026,1\n', [['/2/day', /must be a day such as/]]],
  ['with a word as price', 'day,price\n2026-01-02,n/a\n', [['/2/price', /must be a number/]]],
  ['with a missing cell', 'day,price\n2026-01-02\n', [['/2/price', /must be a number/]]],
  ['with a decimal comma between commas', 'day,price\n2026-01-02,"98,5"\n', [['/2/price', /must be a number/]]],
  ['with an open quote', 'day,price\n"2026-01-02,1\n', [['/2', /never closed/]]],
  ['in another encoding', Buffer.from('day,price\n2026-01-02,\xe9\n', 'latin1'), [['', /UTF-8/]]],
] as const)
  test(`a table ${what} is a 422 that names row and column`, async (t) => {
    const { ada, prices, days } = await owner();
    const answer = await upload(ada, prices, table);
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors.length, errors.length);
    for (const [index, [pointer, detail]] of errors.entries()) {
      t.is(answer.json.errors[index].pointer, pointer);
      t.regex(answer.json.errors[index].detail, detail);
    }
    t.deepEqual(await days(), []);
  });

test('a table of invalid rows names the first ones', async (t) => {
  const { ada, prices } = await owner();
  const answer = await upload(ada, prices, `day,price\n${'2026-13-01,1\n'.repeat(60)}`);
  t.is(answer.json.errors.length, MAX_FIELD_PROBLEMS);
});

test('an instrument has 20,000 prices, and not one more', async (t) => {
  const { ada, prices } = await owner();
  const rows = Array.from({ length: 20_000 }, (_, index) => `${dayFromNow(-index)},${index + 1}`);
  t.deepEqual((await upload(ada, prices, `day,price\n${rows.join('\n')}`)).json, {
    storedCount: 20_000,
    totalCount: 20_000,
  });
  isProblem(t, await ada.put(`${prices}/${dayFromNow(-20_000)}`, { price: 1 }), 409, 'quota_reached');
  t.is((await ada.put(`${prices}/${dayFromNow(-19_999)}`, { price: 2 })).status, 200);
  t.is((await upload(ada, prices, 'day,price\n2026-01-02,1\n', '?replace=true')).json.totalCount, 1);
});

test('3,000 prices are accepted in JSON, and not one more', async (t) => {
  const { ada, prices } = await owner();
  const many = Array.from({ length: 3_001 }, (_, index) => ({ day: dayFromNow(-index), price: 1 }));
  isProblem(t, await ada.put(prices, { prices: many }), 400, 'invalid_request');
  t.is((await ada.put(prices, { prices: many.slice(1) })).json.totalCount, 3_000);
});

test('the list is also a table, which can be imported again', async (t) => {
  const { ada, prices } = await owner();
  await ada.put(prices, { prices: [{ day: '2026-01-02', price: 98.5 }] });
  const csv = (await ada.get(`${prices}?format=csv`)).text;
  t.regex(csv, /^day,price,receivedAt,origin\r?\n2026-01-02,98\.5,/);
  t.is((await upload(ada, prices, csv)).status, 200);
});
