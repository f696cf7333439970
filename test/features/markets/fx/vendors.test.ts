import test, { type ExecutionContext } from 'ava';
import { afterRecordedDays } from '../../../support/recorded-rates.js';
import { serviceFor } from '../../../support/service-for.js';
import { startCoinbaseStub } from '../../../support/vendors/coinbase-stub.js';
import { startEcbStub, startFrankfurterStub } from '../../../support/vendors/reference-rate-stubs.js';

/** Starts a service that uses stubs of Frankfurter, the ECB and Coinbase. */
async function serviceWithVendors(t: ExecutionContext) {
  const [frankfurter, ecb, coinbase] = [await startFrankfurterStub(), await startEcbStub(), await startCoinbaseStub()];
  t.teardown(() => Promise.all([frankfurter, ecb, coinbase].map((stub) => stub.close())));
  const service = await serviceFor(t, {
    env: {
      SVC_MARKETS_PROVIDERS: 'frankfurter,ecb,coinbase',
      SVC_FRANKFURTER_BASE_URL: frankfurter.url,
      SVC_ECB_BASE_URL: ecb.url,
      SVC_COINBASE_BASE_URL: coinbase.url,
      SVC_COINBASE_SOCKET_URL: coinbase.socketUrl,
    },
  });
  return { frankfurter, ecb, service, ada: await afterRecordedDays(service).signedIn() };
}

test('a conversion combines rates and prices of vendors, and each rate is requested once', async (t) => {
  const { frankfurter, ecb, ada } = await serviceWithVendors(t);
  t.like((await ada.get('/markets/fx/rates?quote=USD')).json, {
    base: 'EUR',
    date: '2026-04-13',
    items: [{ quote: 'USD', rate: 1.1684 }],
  });
  const { path, provenance } = (await ada.get('/markets/fx/convert?amount=1&base=BTC&quote=EUR')).json;
  t.deepEqual(
    path.map(({ base, quote, provider }: Record<string, string>) => [base, quote, provider]),
    [
      ['BTC', 'USD', 'coinbase'],
      ['USD', 'EUR', 'frankfurter'],
    ],
  );
  t.deepEqual(provenance.warnings, [
    'The price is from 2015-04-08, before the last session.',
    'Calculated from data of frankfurter and coinbase; the times are those of the oldest part.',
  ]);
  t.like((await ada.get('/markets/fx/rates?quote=USD&date=2026-04-05')).json, {
    date: '2026-04-02',
    requestedDate: '2026-04-05',
  });
  t.is(frankfurter.requests.filter((request) => /^\/v1\/(?:latest|2026-04-05)$/.test(request.path)).length, 2);
  t.is(ecb.requests.length, 0);
});

for (const [what, reply] of [
  ['is down', { status: 503, body: 'no' }],
  ['sends a page instead of rates', { body: '<html>Sign in</html>' }],
  ['sends invalid rates', { body: { amount: 1, base: 'EUR', date: '2026-04-13', rates: { USD: 'NA' } } }],
] as const) {
  test(`when Frankfurter ${what} the ECB answers, also for past days`, async (t) => {
    const { frankfurter, ada } = await serviceWithVendors(t);
    frankfurter.reply('/', reply);
    for (const query of ['', '&date=2026-04-12']) {
      const { status, json } = await ada.get(`/markets/fx/rates?base=USD&quote=EUR${query}`);
      t.deepEqual([status, json.provenance.provider, json.provenance.stale], [200, 'ecb', false]);
      t.regex(json.provenance.warnings[0], /^Frankfurter/);
    }
  });
}

test('no provider is queried for a day before the euro', async (t) => {
  const { frankfurter, ecb, ada } = await serviceWithVendors(t);
  const { status, json } = await ada.get('/markets/fx/rates?date=1998-12-31');
  t.deepEqual([status, json.errors[0].pointer], [422, 'query/date']);
  t.true(json.errors[0].detail.includes('1999-01-04'));
  t.deepEqual([frankfurter.requests.length, ecb.requests.length], [0, 0]);
});

test('a malformed rate is unavailable, not unknown, for a minute', async (t) => {
  const { frankfurter, service, ada } = await serviceWithVendors(t);
  frankfurter.reply('/v1/latest', {
    body: { amount: 1, base: 'EUR', date: '2026-04-13', rates: { USD: 1.1684, JPY: 'NA' } },
  });
  t.is((await ada.get('/markets/fx/rates?quote=USD')).status, 200);
  for (const path of ['rates?quote=JPY', 'convert?amount=1&base=JPY&quote=USD']) {
    const { status, json } = await ada.get(`/markets/fx/${path}`);
    t.deepEqual([status, json.detail], [503, 'The source sent an invalid rate of JPY. Try again later.']);
  }
  frankfurter.reply('/v1/latest', {
    body: { amount: 1, base: 'EUR', date: '2026-04-13', rates: { USD: 1.1684, JPY: 180 } },
  });
  service.clock.advance(61_000);
  t.is((await ada.get('/markets/fx/rates?quote=JPY')).json.items[0].rate, 180);
});
