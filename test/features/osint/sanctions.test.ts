import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { geofenceEntered } from '../../../src/features/geospatial/geofences/geofences.events.js';
import { RefreshSanctions } from '../../../src/features/osint/sanctions/refresh-sanctions.service.js';
import { SanctionsLists } from '../../../src/features/osint/sanctions/sanctions-lists.service.js';
import { SanctionsSearch } from '../../../src/features/osint/sanctions/sanctions-search.service.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { DAY, serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const folder = mkdtempSync(join(tmpdir(), 'sanctions-'));
const path = join(folder, 'list.jsonl');
const entry = (id: string, name: string, properties: object = {}) =>
  `${JSON.stringify({ id, caption: name, schema: 'Person', properties: { name: [name], topics: ['sanction'], ...properties } })}\n`;

let service: TestService;
let ada: TestClient & { accountId: string };
test.before(async () => {
  writeFileSync(path, entry('1', 'Vasilisa Kholodnova', { nationality: ['ru'], birthDate: ['1970-05-01'] }));
  service = await startTestService({ env: { SVC_SANCTIONS_SOURCES: `simulator,file:${path}` } });
  ada = await service.signedIn();
});
test.after.always(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const search = async (query: string) => (await ada.get(`/osint/sanctions?${query}`)).json;
const refresh = () => service.services.get(RefreshSanctions).refresh(AbortSignal.timeout(60_000));

test('a vessel is found by its name, its IMO number and its MMSI, with the reasons of the score', async (t) => {
  for (const [q, code] of [
    ['Eastern Falcon', 'same_name'],
    ['IMO%209008354', 'same_identifier'],
    ['352367010', 'same_identifier'],
    ['HALCYON EAST', 'same_name'],
  ] as const) {
    const { items } = await search(`q=${q}`);
    t.like(items[0], { score: 1, entity: { id: 'simulator:vessel-1', provider: 'simulator' }, reasons: [{ code }] }, q);
  }
  t.deepEqual((await search('q=Eastern+Falcon&type=person')).items, []);
});

test('a person is found in another script and another spelling, and contradictions lower the score', async (t) => {
  for (const q of ['Аурелио Монтеване', 'Montevanne Aurelio', 'Aurelio C. Montevane']) {
    const { items } = await search(`q=${encodeURIComponent(q)}`);
    t.is(items[0]?.entity.id, 'simulator:person-1', q);
  }
  const plain = (await search('q=Aurelio+Montevane')).items[0];
  const other = (await search('q=Aurelio+Montevane&country=DE&birthDate=1990-01-01')).items[0];
  t.is(plain.score, 1);
  t.is(other.score, 0.75);
  t.deepEqual(
    other.reasons.map(({ code }: { code: string }) => code),
    ['same_name', 'different_country', 'different_birth_year'],
  );
});

test('a list in a file is stored, replaced as a whole when it changes, and kept when the new one is empty', async (t) => {
  t.deepEqual((await search('q=Vasilisa+Kholodnova')).items, []);
  await refresh();
  const found = await search('q=Vasilisa+Kholodnova');
  t.is(found.items[0].entity.id, 'list:1');
  t.deepEqual(
    found.lists.map(({ provider, recordCount }: { provider: string; recordCount: number }) => [provider, recordCount]),
    [
      ['simulator', 13],
      ['list', 1],
    ],
  );
  writeFileSync(path, entry('2', 'Ottokar Brandmeyer') + entry('3', 'Leocadia Vantresse'));
  await refresh();
  t.deepEqual((await search('q=Vasilisa+Kholodnova')).items, []);
  t.is((await search('q=Ottokar+Brandmeier')).items[0].entity.id, 'list:2');
  writeFileSync(path, '<html>maintenance</html>');
  await refresh();
  t.is((await search('q=Ottokar+Brandmeyer')).items[0].entity.id, 'list:2');
});

test('a list that has not been confirmed as current for four days is stale', async (t) => {
  const file = join(folder, 'stale.jsonl');
  writeFileSync(file, entry('1', 'Vasilisa Kholodnova'));
  const { services, clock } = await serviceFor(t, { env: { SVC_SANCTIONS_SOURCES: `file:${file}` } });
  await services.get(RefreshSanctions).refresh(AbortSignal.timeout(60_000));
  const isStale = async () => (await services.get(SanctionsLists).reload()).lists.map(({ stale }) => stale);
  clock.advance(4 * DAY);
  t.deepEqual(await isStale(), [false]);
  clock.advance(1);
  t.deepEqual(await isStale(), [true]);
});

test('a listed vessel that enters a geofence is reported once, to the owner of the geofence', async (t) => {
  const bob = await service.signedIn();
  const log = service.services.get(EventLog as Injectable<EventLog>);
  const entered = (entity: string) => ({
    geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    geofenceName: 'Harbor',
    entity,
    position: { lat: 51.95, lon: 4.05 },
    occurredAt: new Date(service.clock.now()).toISOString(),
    reason: 'appeared' as const,
    enteredAt: new Date(service.clock.now()).toISOString(),
    staySeconds: 0,
    provider: 'ais',
    simulated: false,
    derivedFrom: [],
  });
  const time = new Date(service.clock.now());
  for (const entity of ['vessel:352367010', 'vessel:244660000', 'aircraft:4ca2d6'])
    await log.append(geofenceEntered, { data: entered(entity), ownerId: ada.accountId, time });
  const past = new Date(service.clock.now() - 3 * 86_400_000);
  await log.append(geofenceEntered, { data: entered('vessel:636532017'), ownerId: ada.accountId, time: past });
  await service.settle();
  await service.settle();
  const seen = (await ada.get('/timeline?type=sanctions.match')).json.items;
  t.is(seen.length, 1);
  t.like(seen[0].data, {
    entity: 'vessel:352367010',
    listedEntity: 'sanctioned:simulator:vessel-1',
    matchedBy: 'mmsi',
    score: 1,
    simulated: true,
    programs: ['SIM-OIL'],
  });
  t.deepEqual((await bob.get('/timeline?type=sanctions.match')).json.items, []);
});

test('invalid parameters are named', async (t) => {
  for (const [query, name] of [
    ['q=', 'q'],
    ['q=x&type=ship', 'type'],
    ['q=x&minScore=0.5', 'minScore'],
    ['q=x&country=Iran', 'country'],
    ['q=x&limit=101', 'limit'],
  ] as const) {
    const answer = await ada.get(`/osint/sanctions?${query}`);
    t.is(answer.status, 400);
    t.is(answer.json.errors[0].name, name);
  }
});

test('an MMSI matches unless the vessel and the entry have different IMO numbers', async (t) => {
  const file = join(folder, 'vessels.jsonl');
  const vessel = (id: string, properties: object) =>
    `${JSON.stringify({ id, caption: id, schema: 'Vessel', properties: { name: [id], topics: ['sanction'], ...properties } })}\n`;
  writeFileSync(
    file,
    vessel('plain', { mmsi: ['244660001'] }) + vessel('numbered', { mmsi: ['244660002'], imoNumber: ['9074729'] }),
  );
  const { services } = await serviceFor(t, { env: { SVC_SANCTIONS_SOURCES: `file:${file}` } });
  await services.get(RefreshSanctions).refresh(AbortSignal.timeout(60_000));
  const found = async (mmsi: string, imo: string | null) =>
    (await services.get(SanctionsSearch).vessel({ mmsi, imo, name: null })).map(({ entity }) => entity.id);
  t.deepEqual(await found('244660001', '9321483'), ['list:plain']);
  t.deepEqual(await found('244660002', '9321483'), []);
  t.deepEqual(await found('244660002', '9074729'), ['list:numbered']);
  t.deepEqual(await found('244660002', null), ['list:numbered']);
});
