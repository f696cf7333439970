import test, { type ExecutionContext } from 'ava';
import type { Identifier, IdentifierKind } from '../../../../src/features/markets/identifier.js';
import type { IdentifiedListing } from '../../../../src/features/markets/legal-entity.js';
import { CompanySources } from '../../../../src/features/markets/providers/company-source.js';
import { IdentifierSources, ListingSource } from '../../../../src/features/markets/providers/identifier-source.js';
import { figiListings } from '../../../../src/features/markets/providers/openfigi.provider.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { RecordedCompanies } from '../../../support/company-source.js';
import { LetteredRegister, leiOf } from '../../../support/entity-register.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { recordedJson } from '../../../support/vendors/vendor-stub.js';

const [apple] = recordedJson<object[]>('openfigi/mapping.json');
const nothing = { warning: 'No identifier found.' };

/** A source that knows the recorded listings of one ISIN, and counts the identifiers of each call. */
class RecordedListings extends ListingSource {
  readonly name = 'openfigi';
  readonly kinds: readonly IdentifierKind[] = ['isin', 'cusip', 'figi', 'ticker', 'symbol'];
  readonly batch = 5;
  readonly calls: number[] = [];
  failure?: UpstreamError;

  async listings(identifiers: readonly Identifier[]): Promise<ReadonlyArray<readonly IdentifiedListing[]>> {
    this.calls.push(identifiers.length);
    if (this.failure !== undefined) throw this.failure;
    const known = new Set(['US0378331005', '037833100', 'BBG000B9XRY4']);
    const body = identifiers.map(({ value }) => (known.has(value) ? apple : nothing));
    return figiListings(body, identifiers);
  }
}

async function resolving(t: ExecutionContext, source = new RecordedListings()) {
  const register = new LetteredRegister({ A: 'exception' });
  const companies = Object.assign(new RecordedCompanies(), {
    tickers: async () => ({ value: new Map([['AAPL', 320193]]), loadedAt: Date.UTC(2026, 10, 20), stale: false }),
  });
  const service = await serviceFor(t, {
    replace: (services) => {
      services.set(IdentifierSources, new IdentifierSources(source, register));
      services.set(CompanySources, new CompanySources(companies));
    },
  });
  const ada = await service.signedIn();
  const resolve = async (...identifiers: Array<string | Json>) => {
    const body = identifiers.map((one) => (typeof one === 'string' ? { value: one } : one));
    return (await ada.post('/markets/identifiers/resolve', { identifiers: body })).json.items as Json[];
  };
  return { ada, resolve, source, register, companies };
}

test('an ISIN is resolved to a listing, its issuer and its CIK, each with its source', async (t) => {
  const { resolve } = await resolving(t);
  const [found] = await resolve({ value: 'us0378331005', currency: 'USD' });
  t.like(found, { type: 'isin', value: 'US0378331005', status: 'resolved', symbol: 'AAPL.US', cik: '320193' });
  t.regex(found.reason, /One listing of 2 listings with this ISIN is in USD \(openfigi, directory\)/);
  t.like(found.entity, { lei: leiOf('A'), name: 'Company A', isCurrent: true });
  t.deepEqual(
    found.listings.map(({ symbol, currency, figi, providers }: Json) => [symbol, currency, figi, providers]),
    [
      ['AAPL.US', 'USD', 'BBG000B9XRY4', ['openfigi', 'directory']],
      ['APC.XETRA', 'EUR', found.listings[1].figi, ['openfigi']],
    ],
  );
  t.deepEqual(
    found.sources.map(({ provider, outcome }: Json) => `${provider} ${outcome}`),
    ['openfigi found', 'directory found', 'gleif found', 'sec found'],
  );
});

test('an identifier of several listings stays ambiguous', async (t) => {
  const { resolve, ada } = await resolving(t);
  const [found, other, none] = await resolve(
    'US0378331005',
    { value: 'BBG000B9XRY4', currency: 'EUR' },
    {
      value: '037833100',
      type: 'cusip',
      currency: 'JPY',
    },
  );
  t.like(found, { status: 'ambiguous', symbol: null });
  t.is(found?.listings.length, 2);
  t.regex(found?.reason, /2 listings .*Name a currency/);
  t.like(other, { status: 'resolved', symbol: 'APC.XETRA' });
  t.like(none, { status: 'not_listed', symbol: null, reason: 'No listing with this CUSIP is in JPY.' });
  const { json } = await ada.get('/markets/identifiers/resolve?identifier=US0378331005,isin:US0378331006&currency=USD');
  t.deepEqual(
    json.items.map(({ status }: Json) => status),
    ['resolved', 'invalid'],
  );
});

test('an LEI and a CIK name a company, with the listings that are known of it', async (t) => {
  const { resolve } = await resolving(t);
  const [entity, company, stranger] = await resolve(leiOf('A'), 'CIK0000320193', leiOf('B'));
  t.like(entity, { type: 'lei', status: 'resolved', symbol: 'AAPL.US', reason: 'One company has this LEI.' });
  t.like(entity?.entity, { name: 'Company A', updatedAt: '2026-03-02T14:31:00.000Z' });
  t.like(company, { type: 'cik', value: '320193', status: 'resolved', symbol: 'AAPL.US', cik: '320193' });
  t.like(stranger, { status: 'unknown', symbol: null, entity: null, reason: 'No source knows this LEI (gleif).' });
});

test('invalid identifiers are results of their own, and a request with no or too many identifiers is rejected', async (t) => {
  const { resolve, ada } = await resolving(t);
  const found = await resolve('US0378331006', '320193', 'ZZZ', 'AAPL.US');
  t.deepEqual(
    found.map(({ status }) => status),
    ['invalid', 'invalid', 'unknown', 'resolved'],
  );
  t.like(found[0], { given: 'US0378331006', type: null, value: null, listings: [], sources: [] });
  const send = (count: number) =>
    ada.post('/markets/identifiers/resolve', { identifiers: Array.from({ length: count }, () => ({ value: 'AAPL' })) });
  isProblem(t, await send(0), 400, 'invalid_request');
  isProblem(t, await send(101), 400, 'invalid_request');
  t.is((await send(100)).status, 200);
  isProblem(t, await ada.get('/markets/identifiers/resolve?identifier=AAPL&currency=XXQ'), 400, 'invalid_request');
});

test('identifiers are read in batches, once, and a source that fails is named without failing the others', async (t) => {
  const { resolve, source, register } = await resolving(t);
  const many = Array.from({ length: 12 }, (_, at) => `T${at}X`);
  await resolve(...many);
  await resolve(...many);
  t.deepEqual(source.calls, [5, 5, 2]);
  source.failure = new UpstreamError('rate_limited', 60_000);
  register.failure = new UpstreamError('timeout');
  const [known, unknown] = await resolve({ value: 'US0378331005' }, 'BBG000BLNNH6', 'QQQQ1', 'QQQQ2', 'QQQQ3', 'QQQQ4');
  t.deepEqual(source.calls, [5, 5, 2, 5]);
  t.like(known, { status: 'resolved', symbol: 'AAPL.US', entity: null });
  t.like(unknown, { status: 'unavailable', reason: 'Not answering: openfigi. Try again later.' });
  t.deepEqual(
    known?.sources.map(({ provider, outcome }: Json) => `${provider} ${outcome}`),
    ['openfigi unavailable', 'directory found', 'gleif unavailable', 'sec found'],
  );
});

test('without configuration, identifiers are simulated and say so', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const read = async (text: string) =>
    (await ada.get(`/markets/identifiers/resolve?identifier=${text}`)).json.items[0] as Json;
  const found = await read('SAP.XETRA');
  t.like(found, { status: 'resolved', symbol: 'SAP.XETRA', cik: null });
  t.like(found.entity, { name: 'SAP SE', country: 'DE' });
  const { figi } = found.listings[0];
  t.regex(figi, /^ZZG/);
  t.regex(found.entity.lei, /^SIMU00/);
  t.like(await read(figi), { type: 'figi', symbol: 'SAP.XETRA', status: 'resolved' });
  t.like(await read(found.entity.lei), { type: 'lei', symbol: 'SAP.XETRA', status: 'resolved' });
  t.true(found.sources.some(({ provider }: Json) => provider === 'simulator'));
  isProblem(t, await service.client().get('/markets/identifiers/resolve?identifier=AAPL'), 401, 'unauthenticated');
});

test('with real prices and no sources, the directory alone resolves identifiers', async (t) => {
  const service = await serviceFor(t, { env: { SVC_MARKETS_PROVIDERS: 'frankfurter' } });
  const ada = await service.signedIn();
  const { json } = await ada.get('/markets/identifiers/resolve?identifier=US0378331005,HWUPKR0MPOU8FGXBT394');
  t.like(json.items[0], { status: 'resolved', symbol: 'AAPL.US', entity: null });
  t.like(json.items[1], { status: 'unknown', reason: 'No source resolves a LEI.', sources: [] });
  isProblem(t, await ada.get('/osint/entities/HWUPKR0MPOU8FGXBT394/owners'), 422, 'unprocessable');
});
