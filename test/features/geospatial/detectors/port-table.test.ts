import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { readCoasts } from '../../../support/read-coasts.js';

const ports = new PortTable();
const rows = readFileSync(new URL('../../../../src/features/geospatial/reference/ports.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

test('the table contains the ports of the World Port Index, including small ferry ports', (t) => {
  t.true(rows.length > 3_500);
  t.is(ports.near(54.6536, 11.3481, 3_000)?.port.name, 'Rodby Havn');
  t.is(ports.near(51.12, 1.33, 3_000)?.port.name, 'Dover Harbor');
});

test('every port has a name, a position and a size', (t) => {
  const isWhole = ([name, country, lat, lon, size]: string[]) =>
    name !== '' &&
    country !== undefined &&
    Math.abs(Number(lat)) <= 90 &&
    Math.abs(Number(lon)) <= 180 &&
    /^[VSML]$/.test(size ?? '');
  t.deepEqual(
    rows.filter((row) => !isWhole(row)),
    [],
  );
});

test('ports are within 10 km of a coast, except those on rivers and lakes and some terminals at sea', async (t) => {
  const coasts = await readCoasts();
  const far = rows.filter(([, , lat, lon]) => coasts.metersToCoast(Number(lat), Number(lon), 10_000) > 10_000);
  const atSea = far.filter(([, , lat, lon]) => !coasts.isOnLand(Number(lat), Number(lon)));
  t.true(atSea.length < 100 && far.length - atSea.length < 450, `${atSea.length} at sea, ${far.length} in all`);
});

test('a large harbor has a larger radius than a small one', (t) => {
  // Rotterdam is a large port, Rødby a very small one; the harbor of a large port has a greater radius.
  t.true(ports.isInHarbor(51.9, 4.5 + 8_000 / 68_700));
  t.true(ports.isInHarbor(54.65, 11.35 + 3_500 / 64_400));
  t.false(ports.isInHarbor(54.65 - 5_000 / 111_195, 11.35));
});
