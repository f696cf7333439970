import test from 'ava';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { isProblem } from '../../../support/is-problem.js';
import { afterRecordedDays, RecordedRates } from '../../../support/recorded-rates.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = afterRecordedDays(await startTestService({ marketProviders: [new RecordedRates()] }));
  ada = await service.signedIn();
});
test.after.always(() => service.close());

test('by default the latest rates of all currencies are returned, by code, with the base of the source', async (t) => {
  const { status, json } = await ada.get('/markets/fx/rates');
  t.is(status, 200);
  t.like(json, { base: 'EUR', date: '2026-04-13', requestedDate: null });
  t.like(json.provenance, {
    provider: 'frankfurter',
    asOf: '2026-04-13T00:00:00.000Z',
    delaySeconds: 86_400,
    stale: false,
    warnings: [],
  });
  const quotes = json.items.map(({ quote }: { quote: string }) => quote);
  t.deepEqual(quotes, quotes.toSorted());
  t.false(quotes.includes('EUR'));
  t.false(quotes.includes('HRK'), 'a currency without a current rate');
  t.deepEqual(json.items.at(-3), { quote: 'TRY', rate: 52.2478 });
});

test('rates are returned in the order requested, case-insensitive, without duplicates', async (t) => {
  const { json } = await ada.get('/markets/fx/rates?base=eur&quote=jpy,USD,EUR,JPY');
  t.deepEqual(json.items, [
    { quote: 'JPY', rate: 186.75 },
    { quote: 'USD', rate: 1.1684 },
    { quote: 'EUR', rate: 1 },
  ]);
});

test('a cross rate is the nearest double to the quotient of the published rates', async (t) => {
  const { json } = await ada.get('/markets/fx/rates?base=USD&quote=JPY,EUR,GBP');
  t.deepEqual(json.items, [
    { quote: 'JPY', rate: 159.83396097226978 },
    { quote: 'EUR', rate: 0.8558712769599452 },
    { quote: 'GBP', rate: 0.7451044162957892 },
  ]);
  t.is(
    (await ada.get('/markets/fx/rates?base=USD')).json.items.find(({ quote }: { quote: string }) => quote === 'EUR')
      .rate,
    0.8558712769599452,
  );
});

for (const [day, of] of [
  ['2026-03-28', '2026-03-27'],
  ['2026-03-29', '2026-03-27'],
  ['2026-03-30', '2026-03-30'],
  ['2026-04-06', '2026-04-02'],
]) {
  test(`on ${day} the rates are those of ${of}`, async (t) => {
    const { json } = await ada.get(`/markets/fx/rates?quote=USD&date=${day}`);
    t.like(json, { date: of, requestedDate: day });
    t.is(json.provenance.asOf, `${of}T00:00:00.000Z`);
  });
}

for (const [query, status, pointer] of [
  ['base=QQQ', 422, 'query/base'],
  ['base=BTC', 422, 'query/base'],
  ['quote=USD,QQQ,JPY', 422, 'query/quote/1'],
  ['base=HRK', 422, 'query/base'],
  ['base=E', 400, 'query/base'],
  ['base=E%20R', 400, 'query/base'],
  ['quote=', 400, 'query/quote'],
  ['date=2026-02-30', 400, 'query/date'],
  ['date=9999-12-31', 400, 'query/date'],
  ['date=2026-03-15', 422, 'query/date'],
  ['date=1066-10-14', 422, 'query/date'],
  ['symbol=EUR', 400, 'query/symbol'],
] as const) {
  test(`rates with ${query} are rejected at ${pointer}`, async (t) => {
    const { json, ...answer } = await ada.get(`/markets/fx/rates?${query}`);
    t.deepEqual([answer.status, json.errors?.map((error: { pointer: string }) => error.pointer)], [status, [pointer]]);
  });
}

test('an error for a day before all rates names the first day', async (t) => {
  const { json } = await ada.get('/markets/fx/rates?date=2026-03-15');
  t.true(json.errors[0].detail.includes('2026-03-16'));
});

test('tomorrow is rejected as a future day, today is not', async (t) => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  isProblem(
    t,
    await ada.get(`/markets/fx/rates?date=${day(service.clock.now() + 86_400_000)}`),
    400,
    'invalid_request',
    'query/date',
  );
  t.is((await ada.get(`/markets/fx/rates?date=${day(service.clock.now())}`)).json.date, '2026-04-13');
});

test('without a working source of rates the response is 503 with Retry-After', async (t) => {
  const failing = new RecordedRates();
  failing.failure = new UpstreamError('rate_limited', 90_000, { detail: 'the secret words of a vendor' });
  const [none, broken] = [
    await serviceFor(t, { marketProviders: [] }),
    await serviceFor(t, { marketProviders: [failing] }),
  ];
  t.like((await (await none.signedIn()).get('/markets/fx/rates')).json, { status: 503, code: 'unavailable' });
  const answer = await (await broken.signedIn()).get('/markets/fx/rates');
  t.deepEqual([answer.json.code, answer.headers.get('retry-after')], ['unavailable', '90']);
  t.false(answer.text.includes('secret'));
});
