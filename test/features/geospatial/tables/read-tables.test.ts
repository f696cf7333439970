import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { strToU8, zipSync } from 'fflate';
import { tableName } from '../../../../src/features/geospatial/reference-table.js';
import { AircraftTable } from '../../../../src/features/geospatial/tables/aircraft-table.js';
import { readTable } from '../../../../src/features/geospatial/tables/read-tables.js';
import { RouteTable } from '../../../../src/features/geospatial/tables/route-table.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';

const fixture = (name: string) => readFileSync(`test/fixtures/geo/tables/${name}`);
const rowsOf = (content: Uint8Array) =>
  gunzipSync(content)
    .toString()
    .split('\n')
    .map((row) => row.split('\t'));
const codeOf = (read: () => unknown) => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof UpstreamError ? error.code : error;
  }
};

test('aircraft of standing data are read by address; private owners and ground vehicles are left out', (t) => {
  const { content, records, skipped } = readTable('aircraft', fixture('standing-data-aircraft.csv'));
  const rows = rowsOf(content);
  t.deepEqual([records, skipped], [15, 1]);
  t.deepEqual(rows[0], ['008098', 'ZU-NST', 'JAB4', '', '']);
  t.deepEqual(
    rows.find(([address]) => address === '4ca128'),
    ['4ca128', 'EI-CSH', 'B738', 'Avolon', ''],
  );
  t.deepEqual(
    rows.map(([address]) => address),
    rows.map(([address]) => address).sort(),
  );
  t.false(rows.some(([address]) => address === '343699'));
});

test('an archive of CSV files is read like one file, without its other folders', (t) => {
  const csv = fixture('standing-data-aircraft.csv').toString();
  const [header, ...lines] = csv.trimEnd().split('\n');
  const archive = zipSync({
    'standing-data-main/aircraft/schema-01/4/4C/4CA.csv': strToU8([header, ...lines.slice(0, 8)].join('\n')),
    'standing-data-main/aircraft/schema-01/A/AE/AE0.csv': strToU8([header, ...lines.slice(8)].join('\n')),
    'standing-data-main/routes/schema-01/A/AAL-all.csv': strToU8('Callsign,Code\nAAL1,AAL'),
  });
  t.deepEqual(
    rowsOf(readTable('aircraft', archive).content),
    rowsOf(readTable('aircraft', fixture('standing-data-aircraft.csv')).content),
  );
  t.is(
    codeOf(() => readTable('aircraft', archive.subarray(0, archive.length / 2))),
    'bad_answer',
  );
});

test('two rows of an address that give different registrations are both left out', (t) => {
  const csv =
    'icao24,registration,typecode,operator,military\n4ca2d6,EI-DEO,A320,Aer Lingus,\n4ca2d6,EI-XYZ,A320,,\n4ca2d6,EI-DEO,A320,,\nae0001,,C17,,true\nae0001,,C17,,true\n';
  const { content, records, skipped } = readTable('aircraft', Buffer.from(csv));
  t.deepEqual([rowsOf(content), records, skipped], [[['ae0001', '', 'C17', '', '1']], 1, 3]);
});

test('large and medium airports with an ICAO code are read; two with one code are both left out', (t) => {
  const { content, records, skipped } = readTable('airports', fixture('ourairports.csv'));
  t.deepEqual(rowsOf(content), [
    ['EIDW', 'DUB', 'Dublin Airport', 'IE', '53.4287', '-6.2621', '242', 'L'],
    ['EIME', '', 'Casement Air Base', 'IE', '53.3017', '-6.4513', '319', 'M'],
  ]);
  t.deepEqual([records, skipped], [2, 3]);
});

test('routes of standing data are read by callsign; invalid and contradictory ones are left out', (t) => {
  const csv = fixture('standing-data-routes.csv').toString();
  const { content, records, skipped } = readTable('routes', Buffer.from(csv));
  t.deepEqual([records, skipped], [14, 0]);
  t.deepEqual(rowsOf(content)[0], ['AAQ7502', 'PGUM-VTBS']);
  const bad = 'EIN1,EIN,1,EIN,EIDW\nEIN2,EIN,2,EIN,EIDW-EIDW\n?,EIN,3,EIN,EIDW-EGLL\nEIN152,EIN,152,EIN,EIDW-LFPG\n';
  const read = readTable('routes', Buffer.from(`${csv}${bad}`));
  t.deepEqual([read.records, read.skipped], [13, 5]);
  const own = readTable('routes', Buffer.from('callsign,airports\nein152,eidw-egll\n'));
  t.deepEqual(rowsOf(own.content), [['EIN152', 'EIDW-EGLL']]);
});

test('routes in memory are found by the whole callsign', (t) => {
  const table = new RouteTable(readTable('routes', fixture('standing-data-routes.csv')).content, 'standingdata');
  t.is(table.size, 14);
  t.deepEqual(table.find('AAQ7502'), ['PGUM', 'VTBS']);
  t.deepEqual(table.find('EIN252'), ['EIDW', 'EGPH']);
  t.deepEqual(table.find('EIN2532'), ['EIDW', 'LFBO', 'LFBD']);
  t.deepEqual(
    ['EIN25', 'EIN2533', 'A', 'ZZZ', ''].map((one) => table.find(one)),
    Array(5).fill(undefined),
  );
});

test('a file without aircraft or airports is not a table', (t) => {
  t.is(
    codeOf(() => readTable('aircraft', Buffer.from('<html>404</html>'))),
    'bad_answer',
  );
  t.is(
    codeOf(() => readTable('airports', fixture('standing-data-aircraft.csv'))),
    'bad_answer',
  );
  t.is(
    codeOf(() => readTable('aircraft', Buffer.from('PK\x03\x04nonsense'))),
    'bad_answer',
  );
});

test('a table in memory finds the first, a middle and the last aircraft, and no other', (t) => {
  const rows = [
    ['000001', 'A', 'B738', 'One', ''],
    ['4ca2d6', 'EI-DEO', 'A320', 'Aer Lingus', ''],
    ['ffffff', 'Z', 'A320', 'Aer Lingus', '1'],
  ];
  const table = new AircraftTable(gzipSync(rows.map((row) => row.join('\t')).join('\n')), 'standingdata');
  t.is(table.size, 3);
  t.deepEqual(table.find(0x4ca2d6), {
    registration: 'EI-DEO',
    type: 'A320',
    operator: 'Aer Lingus',
    isMilitary: false,
    source: 'standingdata',
  });
  t.deepEqual([table.find(1)?.registration, table.find(0xffffff)?.isMilitary], ['A', true]);
  t.deepEqual([table.find(0), table.find(2), table.find(0x4ca2d7), table.find(0x1000001)], Array(4).fill(undefined));
});

test('the name of a stored table does not contain its address, which may have a key', (t) => {
  const name = tableName('aircraft', 'https://example.org/aircraft.csv?key=secret');
  t.regex(name, /^aircraft:[0-9a-f]{16}$/);
  t.not(name, tableName('aircraft', 'https://example.org/aircraft.csv?key=other'));
  t.is(tableName('aircraft', 'standingdata'), 'aircraft:standingdata');
});
