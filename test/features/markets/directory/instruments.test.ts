import test from 'ava';
import { isProblem, problemOf } from '../../../support/is-problem.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import { PASSWORD } from '../../../support/test-service.js';
import { listing, SearchingProvider } from './searching-provider.js';

test('an instrument in the directory is returned without a provider call, case-insensitive', async (t) => {
  const provider = new SearchingProvider('eodhd', []);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { status, json } = await (await signedIn()).get('/markets/instruments/vod.lse');
  t.is(status, 200);
  t.like(json, {
    symbol: 'VOD.LSE',
    name: 'Vodafone Group plc',
    exchange: 'XLON',
    currency: 'GBP',
    isin: 'GB00BH4HKS39',
    country: 'GB',
  });
  t.is(json.provenance.provider, 'directory');
  t.deepEqual(provider.lookedUp, []);
});

test('other instruments are requested from a provider once a day', async (t) => {
  const provider = new SearchingProvider('eodhd', [
    listing('005930.KO', 'Samsung Electronics Co., Ltd.', { currency: 'KRW', country: 'KR' }),
  ]);
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  for (let times = 0; times < 2; times += 1) {
    const { json } = await ada.get('/markets/instruments/005930.KO');
    t.like(json, {
      name: 'Samsung Electronics Co., Ltd.',
      currency: 'KRW',
      country: 'KR',
      isin: null,
      provenance: { provider: 'eodhd', stale: false },
    });
  }
  t.deepEqual(provider.lookedUp, ['005930.KO']);
  clock.advance(DAY + 60_000);
  provider.refusal = 'timeout';
  await ada.signIn(ada.email, PASSWORD);
  t.true(
    (await ada.get('/markets/instruments/005930.KO')).json.provenance.stale,
    'served stale when no provider answers',
  );
  t.is(provider.lookedUp.length, 2);
});

test('an unknown symbol is a 404 that refers to the search; an invalid one is a 400 or 404', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [new SearchingProvider('eodhd', [])] });
  const ada = await signedIn();
  for (const symbol of ['NOSUCH.US', 'X.FOREX']) {
    const { status, json } = await ada.get(`/markets/instruments/${symbol}`);
    t.is(status, 404);
    t.regex(json.detail, /GET \/markets\/search/);
    t.notRegex(json.detail, /NOSUCH/);
  }
  t.true([400, 404].includes((await ada.get('/markets/instruments/apple')).status));
});

test('an unknown symbol is not requested again at once, and may become known later', async (t) => {
  const provider = new SearchingProvider('eodhd', []);
  const { signedIn, clock } = await serviceFor(t, { marketProviders: [provider] });
  const ada = await signedIn();
  for (let call = 0; call < 3; call += 1)
    isProblem(t, await ada.get('/markets/instruments/NEWCO.US'), 404, 'not_found');
  t.deepEqual(provider.lookedUp, ['NEWCO.US']);
  provider.refusal = 'rate_limited';
  clock.advance(40_000);
  t.is(
    problemOf(await ada.get('/markets/instruments/NEWCO.US')),
    '503 unavailable',
    'while providers fail, an unknown symbol is unavailable',
  );
  provider.refusal = undefined;
  provider.listings.push(listing('NEWCO.US', 'New Company'));
  t.is((await ada.get('/markets/instruments/NEWCO.US')).json.name, 'New Company');
});

test('when the provider fails the response is 503 with Retry-After', async (t) => {
  const provider = new SearchingProvider('eodhd', []);
  provider.refusal = 'rate_limited';
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { status, headers } = await (await signedIn()).get('/markets/instruments/NOSUCH.US');
  t.is(status, 503);
  t.is(headers.get('retry-after'), '30');
});
