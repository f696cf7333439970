import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { keyOf } from '../../../../src/features/geospatial/layer.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';
import { readTable } from '../../../../src/features/geospatial/tables/read-tables.js';
import { ReferenceTableRepository } from '../../../../src/features/geospatial/tables/reference-table.repository.js';
import { ReferenceTablesRunner } from '../../../../src/features/geospatial/tables/reference-tables.runner.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestService } from '../../../support/test-service.js';

const env = { SVC_AIRCRAFT_TABLES: 'standingdata' };

function report({ services, clock }: TestService, id: string, said: Partial<AircraftReport> = {}): void {
  const at = clock.now();
  services.get(LiveState).takeAircraft({
    key: keyOf('aircraft', id) as number,
    provider: 'adsblol',
    observedAt: at,
    receivedAt: at,
    lat: 53.42,
    lon: -6.27,
    ...said,
  });
}

/** Stores the recorded table as the source does, and loads it. */
async function loadTable({ services }: TestService, csv?: string): Promise<void> {
  const bytes =
    csv === undefined ? readFileSync('test/fixtures/geo/tables/standing-data-aircraft.csv') : Buffer.from(csv);
  await services
    .get(ReferenceTableRepository)
    .store('aircraft:standingdata', 'aircraft', readTable('aircraft', bytes), {});
  await services.get(ReferenceTablesRunner).load();
}

const identityOf = async (service: TestService, id: string) => {
  const { json } = await (await service.signedIn()).get(`/geospatial/aircraft/${id}`);
  const { registration, aircraftType, operator, military, identitySource, identityConflict } = json;
  return [registration, aircraftType, operator, military, identitySource, identityConflict];
};

test('a table completes what the reports of an aircraft do not say, also of one that reported before', async (t) => {
  const service = await serviceFor(t, { env });
  report(service, '4ca128');
  t.deepEqual(await identityOf(service, '4ca128'), [null, null, null, null, null, null]);
  await loadTable(service);
  t.deepEqual(await identityOf(service, '4ca128'), ['EI-CSH', 'B738', 'Avolon', null, 'standingdata', null]);
  report(service, '4ca14e', { registration: 'EIGBJ', aircraftType: 'CRJX', military: false });
  t.deepEqual(await identityOf(service, '4ca14e'), ['EIGBJ', 'CRJX', 'CityJet', false, 'standingdata', false]);
});

test('a report of another registration states the conflict and hides the operator of the table', async (t) => {
  const service = await serviceFor(t, { env });
  await loadTable(service);
  report(service, '4ca128', { registration: 'EI-XYZ' });
  t.deepEqual(await identityOf(service, '4ca128'), ['EI-XYZ', null, null, null, 'standingdata', true]);
  report(service, '4ca14e');
  service.clock.advance(1_000);
  report(service, '4ca14e', { registration: 'EI-ABC' });
  t.deepEqual(await identityOf(service, '4ca14e'), ['EI-ABC', 'CRJ9', null, null, 'standingdata', true]);
});

test('simulated aircraft and addresses that are not of the ICAO are not looked up', async (t) => {
  const service = await serviceFor(t, { env });
  await loadTable(service);
  report(service, '4ca128', { provider: 'simulator', operator: 'Airline XIE (simulated)' });
  report(service, '~4ca14e');
  t.deepEqual(await identityOf(service, '4ca128'), [null, null, 'Airline XIE (simulated)', null, null, null]);
  t.deepEqual(await identityOf(service, '~4ca14e'), [null, null, null, null, null, null]);
});

test('an aircraft is military by its block of addresses or by a table, unless its receiver denies it', async (t) => {
  const service = await serviceFor(t, { env });
  await loadTable(service, 'icao24,registration,military\n4ca2d6,EI-DEO,1\n');
  report(service, 'ae01c5');
  report(service, 'ae018a', { military: false });
  report(service, '4ca2d6');
  const military = async (id: string) => (await identityOf(service, id))[3];
  t.deepEqual([await military('ae01c5'), await military('ae018a'), await military('4ca2d6')], [true, false, true]);
});

test('a new revision of the table is loaded, and a table of a source that is not configured is ignored', async (t) => {
  const service = await serviceFor(t, { env });
  await loadTable(service);
  await loadTable(service, 'icao24,registration\n4ca2d6,EI-DEO\n');
  report(service, '4ca2d6');
  report(service, '4ca128');
  t.deepEqual([(await identityOf(service, '4ca2d6'))[0], (await identityOf(service, '4ca128'))[0]], ['EI-DEO', null]);
  const other = await serviceFor(t);
  await loadTable(other);
  report(other, '4ca128');
  t.is((await identityOf(other, '4ca128'))[0], null);
});

test('aircraft are filtered by registration, type, operator, military use, altitude and speed', async (t) => {
  const service = await serviceFor(t, { env });
  await loadTable(service);
  report(service, '4ca128', { altitudeFeet: 36_000, groundSpeedKnots: 450 });
  report(service, '4ca14e', { altitudeFeet: 10_000, groundSpeedKnots: 250 });
  report(service, 'ae01c5', { altitudeFeet: null, groundSpeedKnots: 12, onGround: true });
  report(service, '4ca1c9', { registration: 'EI-XYZ' });
  const api = await service.signedIn();
  const listed = async (query: string) =>
    (await api.get(`/geospatial/aircraft?${query}`)).json.items.map(({ icao24 }: { icao24: string }) => icao24);
  t.deepEqual(await listed('registration=eicsh,EI-GBJ'), ['4ca128', '4ca14e']);
  t.deepEqual(await listed('registration=EI-GBL'), []);
  t.deepEqual(await listed('type=crj9'), ['4ca14e']);
  t.deepEqual(await listed('operator=city'), ['4ca14e']);
  t.deepEqual(await listed('military=true'), ['ae01c5']);
  t.deepEqual(await listed('military=false'), ['4ca128', '4ca14e', '4ca1c9']);
  t.deepEqual(await listed('minAltitudeFeet=10000&maxAltitudeFeet=35999'), ['4ca14e']);
  t.deepEqual(await listed('minAltitudeFeet=10001'), ['4ca128']);
  t.deepEqual(await listed('minSpeedKnots=12&maxSpeedKnots=250'), ['4ca14e', 'ae01c5']);
  t.deepEqual(await listed('onGround=true&minSpeedKnots=13'), []);
  const inverted = await api.get('/geospatial/aircraft?minAltitudeFeet=2&maxAltitudeFeet=1');
  isProblem(t, inverted, 400, 'invalid_request');
  t.deepEqual((await api.get('/geospatial/aircraft?minSpeedKnots=1&maxSpeedKnots=1')).json.items, []);
});
