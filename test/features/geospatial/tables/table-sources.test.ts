import { mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { strToU8, zipSync } from 'fflate';
import type { ReadTable, TableKind, Validators } from '../../../../src/features/geospatial/reference-table.js';
import { tableSource } from '../../../../src/features/geospatial/tables/table-sources.js';
import type { FeedSource } from '../../../../src/upstream/feed-source.js';
import { sourceParts, type TestSourceParts } from '../../../support/source-parts.js';
import { startVendorStub } from '../../../support/vendors/vendor-stub.js';

const csv = readFileSync('test/fixtures/geo/tables/standing-data-aircraft.csv', 'utf8');

interface Stored {
  name: string;
  kind: TableKind;
  table: ReadTable;
  validators: Validators;
}

/** Returns the dependencies of sources, with tables in memory. */
function partsWithTables(env: Record<string, string> = {}): TestSourceParts & { stored: Stored[] } {
  const stored: Stored[] = [];
  const tables = {
    validators: async (name: string) => stored.findLast((one) => one.name === name)?.validators,
    store: async (name: string, kind: TableKind, table: ReadTable, validators: Validators) =>
      void stored.push({ name, kind, table, validators }),
  };
  return { ...sourceParts(env), tables, stored };
}

/** Polls once. @returns the number of accepted records. @throws the error of the run */
async function poll(source: FeedSource): Promise<number> {
  const abort = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const accepted = (records: number) => {
    resolve(records);
    abort.abort();
  };
  source.run({ signal: abort.signal, accepted, skipped: () => {}, isRefresh: true }).catch(reject);
  return promise;
}

test('standing data is requested as an archive, and the second time only if it has changed', async (t) => {
  const archive = Buffer.from(zipSync({ 'standing-data-main/aircraft/schema-01/4/4C/4CA.csv': strToU8(csv) }));
  const stub = await startVendorStub({
    answer: ({ headers }) =>
      headers['if-none-match'] === '"one"' ? { status: 304, body: '' } : { headers: { etag: '"one"' }, body: archive },
  });
  t.teardown(() => stub.close());
  const parts = partsWithTables({ SVC_STANDINGDATA_BASE_URL: stub.url });
  const source = tableSource('aircraft')('standingdata', parts) as FeedSource;
  t.is(await poll(source), 15);
  t.is(await poll(source), 0);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/zip/refs/heads/main', '/zip/refs/heads/main'],
  );
  t.deepEqual(
    parts.stored.map(({ name, kind, table, validators }) => [name, kind, table.records, validators.etag]),
    [['aircraft:standingdata', 'aircraft', 15, '"one"']],
  );
  const [feed] = parts.feeds.list();
  t.deepEqual([feed?.feed, feed?.records], ['tables.standingdata', 15]);
});

test('a table at an address of the operator replaces nothing when the address serves an error page', async (t) => {
  const stub = await startVendorStub({ answer: () => ({ body: '<html>Moved</html>' }) });
  t.teardown(() => stub.close());
  const parts = partsWithTables();
  const source = tableSource('airports')(`${stub.url}/airports.csv?key=secret`, parts) as FeedSource;
  await t.throwsAsync(poll(source), { message: /.*/ });
  t.deepEqual(parts.stored, []);
  t.is(parts.feeds.list()[0]?.failures?.find(({ kind }) => kind === 'bad_answer')?.count, 1);
});

test('a file is read again when it has changed', async (t) => {
  const path = join(mkdtempSync(join(tmpdir(), 'tables-')), 'aircraft.csv');
  writeFileSync(path, csv);
  const parts = partsWithTables();
  const source = tableSource('aircraft')(`file:${path}`, parts) as FeedSource;
  t.deepEqual([await poll(source), await poll(source)], [15, 0]);
  writeFileSync(path, `${csv}4CA2D6,EI-DEO,A320,Airbus,A320,Airbus A320,0,Aer Lingus,EIN,1,2005\n`);
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  t.is(await poll(source), 16);
  const missing = tableSource('aircraft')('file:/does/not/exist.csv', partsWithTables()) as FeedSource;
  await t.throwsAsync(poll(missing), { message: 'No connection to the upstream could be made, or it broke.' });
});

test('other entries are no tables', (t) => {
  for (const line of ['simulator', 'ftp://host/a.csv', 'ourairports'])
    t.is(tableSource('aircraft')(line, sourceParts()), undefined);
});
