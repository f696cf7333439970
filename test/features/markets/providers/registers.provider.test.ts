import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Config } from '../../../../src/config/config.js';
import { InstrumentTable } from '../../../../src/features/markets/directory/instrument-table.js';
import { MarketsConfig } from '../../../../src/features/markets/markets.config.js';
import { createIdentifierSources } from '../../../../src/features/markets/markets.module.js';
import type { EntityRegister, ListingSource } from '../../../../src/features/markets/providers/identifier-source.js';
import { figiListings } from '../../../../src/features/markets/providers/openfigi.provider.js';
import { sourceParts } from '../../../support/source-parts.js';
import { failureOf } from '../../../support/upstream-for.js';
import { recordedJson, startVendorStub, type VendorReply } from '../../../support/vendors/vendor-stub.js';

const APPLE = 'HWUPKR0MPOU8FGXBT394';
const replies: Record<string, string> = {
  [`/lei-records/${APPLE}`]: 'gleif/lei-record.json',
  [`/lei-records/${APPLE}/direct-children`]: 'gleif/direct-children.json',
  [`/lei-records/${APPLE}/isins`]: 'gleif/isins.json',
  [`/lei-records/${APPLE}/direct-parent-reporting-exception`]: 'gleif/exception.json',
};

/** Creates the sources as the service does, over HTTP to a stub of both vendors. */
async function registers(t: ExecutionContext, env: Record<string, string> = {}) {
  const stub = await startVendorStub({
    answer: ({ method, path, text }): VendorReply => {
      if (method === 'POST')
        return { body: recordedJson<object[]>('openfigi/mapping.json').slice(0, JSON.parse(text).length) };
      if (path === '/lei-records')
        return { body: { data: [recordedJson<{ data: object }>('gleif/lei-record.json').data] } };
      const name = replies[path];
      return name === undefined ? { status: 404, body: { errors: [] } } : { body: recordedJson(name) };
    },
  });
  t.teardown(() => stub.close());
  const urls = { SVC_OPENFIGI_BASE_URL: stub.url, SVC_GLEIF_BASE_URL: stub.url };
  const sources = { SVC_IDENTIFIER_SOURCES: 'openfigi,gleif' };
  const config = new Config({ SVC_ENV: 'test', ...urls, ...sources, ...env }, [MarketsConfig]).of(MarketsConfig);
  const parts = { ...sourceParts(), config, instruments: new InstrumentTable() };
  const { listings, register } = createIdentifierSources(parts);
  return { listings: listings as ListingSource, register: register as EntityRegister, stub };
}

test('OpenFIGI is sent a batch of identifiers as JSON, and each gets its listings', async (t) => {
  const { listings, stub } = await registers(t, { SVC_OPENFIGI_API_KEY: 'secret-key' });
  t.is(listings.batch, 100);
  const found = await listings.listings([
    { kind: 'isin', value: 'US0378331005' },
    { kind: 'ticker', value: 'NONE' },
    { kind: 'cusip', value: '000000000' },
    { kind: 'symbol', value: 'IBM.US' },
  ]);
  t.deepEqual(
    found.map((rows) => rows.map(({ symbol, isin }) => [symbol, isin])),
    [
      [
        ['AAPL.US', 'US0378331005'],
        ['APC.XETRA', 'US0378331005'],
      ],
      [],
      [],
      [['IBM.US', null]],
    ],
  );
  const [request] = stub.requests;
  t.is(request?.path, '/v3/mapping');
  t.is(request?.headers['content-type'], 'application/json');
  t.is(request?.headers['x-openfigi-apikey'], 'secret-key');
  t.deepEqual(JSON.parse(request?.text as string), [
    { idType: 'ID_ISIN', idValue: 'US0378331005' },
    { idType: 'TICKER', idValue: 'NONE' },
    { idType: 'ID_CUSIP', idValue: '000000000' },
    { idType: 'TICKER', idValue: 'IBM', exchCode: 'US' },
  ]);
});

test('without a key OpenFIGI gets five identifiers a call, and at most 25 calls a minute', async (t) => {
  const { listings, stub } = await registers(t);
  t.is(listings.batch, 5);
  for (let at = 0; at < 25; at += 1) await listings.listings([{ kind: 'ticker', value: `A${at}` }]);
  t.is((await failureOf(listings.listings([{ kind: 'ticker', value: 'ONE-MORE' }]))).code, 'budget_spent');
  t.is(stub.requests.length, 25);
});

test('a response of OpenFIGI with another number of results is rejected, and rows without a valid FIGI are left out', (t) => {
  const isin = { kind: 'isin', value: 'US0378331005' } as const;
  for (const body of [null, {}, [], [{}, {}], [{}], [{ data: {} }], 'x'])
    t.throws(() => figiListings(body, [isin]), { code: 'bad_answer' });
  t.deepEqual(
    figiListings([{ data: [{ figi: 'BBG000BLNNH7', ticker: 'X', exchCode: 'US' }, { ticker: 'Y' }] }], [isin]),
    [[]],
  );
});

test('GLEIF has companies, their issuers, subsidiaries and reasons for naming no owner', async (t) => {
  const { register, stub } = await registers(t);
  const apple = await register.entity(APPLE);
  t.like(apple.entity, { lei: APPLE, name: 'Apple Inc.', country: 'US', jurisdiction: 'US-CA', isActive: true });
  t.deepEqual(apple.owners, { direct: 'exception', ultimate: 'exception' });
  t.is(await register.exception(APPLE, 'direct'), 'NO_KNOWN_PERSON');
  const { entities, total } = await register.subsidiaries(APPLE);
  t.deepEqual([entities.length, total], [2, 137]);
  t.deepEqual(await register.isinsOf(APPLE), ['US0378331005']);
  t.is((await register.issuersOf('US0378331005'))[0]?.entity.lei, APPLE);
  t.is(stub.requests.at(-1)?.query.get('filter[isin]'), 'US0378331005');
  t.is((await failureOf(register.owner(APPLE, 'direct'))).code, 'not_found');
});

test('sources of identifiers are simulated beside simulated prices, and off beside real ones', (t) => {
  const sourcesWith = (env: Record<string, string>) =>
    new Config({ SVC_ENV: 'test', ...env }, [MarketsConfig]).of(MarketsConfig).identifierSources;
  t.deepEqual(sourcesWith({}), ['simulator']);
  t.deepEqual(sourcesWith({ SVC_MARKETS_PROVIDERS: 'coinbase' }), []);
  t.deepEqual(sourcesWith({ SVC_IDENTIFIER_SOURCES: 'none' }), []);
  for (const wrong of ['simulator,gleif', 'bloomberg', 'none,gleif'])
    t.throws(() => sourcesWith({ SVC_IDENTIFIER_SOURCES: wrong }), undefined, wrong);
});
