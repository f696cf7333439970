import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { riskOf, saturating } from '../../../src/features/osint/countries/risk.js';
import { sanctionsMatch } from '../../../src/features/osint/sanctions/sanctions.events.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient & { accountId: string };
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  const observedAt = service.clock.now();
  const live = service.services.get(LiveState);
  const vessel = { provider: 'simulator', observedAt, receivedAt: observedAt, station: 'class_a' as const };
  live.takeVessel({ ...vessel, key: 352367010, lat: 52, lon: 4, imo: 9008354, name: 'EASTERN FALCON' });
  live.takeVessel({ ...vessel, key: 244660000, lat: 52.1, lon: 4.1, imo: 9339301, name: 'HARMLESS' });
  const log = service.services.get(EventLog as Injectable<EventLog>);
  for (const [count, ownerId] of [
    [3, ada.accountId],
    [1, (await service.signedIn()).accountId],
  ] as const) {
    for (let at = 0; at < count; at += 1)
      await log.append(sanctionsMatch, { data: matchData(at), ownerId, time: new Date(observedAt - at * 1_000) });
  }
  await service.database.database.query(
    `insert into news_articles (id, provider, external_id, source_key, title, published_at, fetched_at, source_name, owner, tier, tone, symbols, entities, countries, places, title_key, tokens, minhash)
     values ('01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', 'simulator', '1', 'k1', 'Tanker leaves', $1, $1, 'Gazette', 'Gazette', 1, -0.5, '{}', '{imo:9008354}', '{NL}', '[]', 't', '{}', '{}')`,
    [new Date(observedAt - 500)],
  );
  await service.settle();
});
test.after.always(() => service.close());

const matchData = (at: number) => ({
  geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  geofenceName: `Harbor ${at}`,
  entity: 'vessel:352367010',
  vesselName: 'EASTERN FALCON',
  lat: 52,
  lon: 4,
  occurredAt: new Date(service.clock.now()).toISOString(),
  listedEntity: 'sanctioned:simulator:vessel-1',
  listedName: 'EASTERN FALCON',
  list: 'simulator',
  programs: [],
  matchedBy: 'imo' as const,
  score: 1,
  simulated: true,
});
const idsOf = async (q: string) =>
  (await ada.get(`/osint/entities?q=${encodeURIComponent(q)}`)).json.items.map(({ id }: { id: string }) => id);

test('entities are found by name, number and domain', async (t) => {
  t.deepEqual(await idsOf('Eastern Falcon'), ['vessel:352367010', 'sanctioned:simulator:vessel-1']);
  t.true((await idsOf('IMO 9008354')).includes('vessel:352367010'));
  t.deepEqual(await idsOf('244660000'), ['vessel:244660000']);
  t.deepEqual(await idsOf('evil.example.com'), ['domain:evil.example.com']);
  t.deepEqual(await idsOf('Apple Inc'), ['symbol:AAPL.US']);
  t.deepEqual((await ada.get('/osint/entities?q=Eastern+Falcon&type=sanctioned')).json.items.length, 1);
});

test('the page of a vessel joins live state, sanctions, articles and events, under any of its identifiers', async (t) => {
  for (const id of ['vessel:352367010', 'imo:9008354', 'vessel:eastern_falcon', 'sanctioned:simulator:vessel-1']) {
    const { status, json } = await ada.get(`/osint/entities/${id}`);
    t.is(status, 200, id);
    t.like(json.live, { lat: 52, lon: 4, simulated: true, href: '/api/v1/geospatial/vessels/352367010' }, id);
    if (!id.startsWith('sanctioned')) t.is(json.sanctions[0].entity.id, 'simulator:vessel-1', id);
    t.deepEqual(
      json.mentions.map(({ type }: { type: string }) => type),
      ['event', 'article', 'event', 'event'],
      id,
    );
  }
});

test('mentions are read page by page in both orders, without those of other accounts', async (t) => {
  for (const order of ['desc', 'asc']) {
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json }: { json: { items: Array<{ time: string; id: string }>; nextCursor: string | null } } =
        await ada.get(
          `/osint/entities/vessel:352367010/mentions?limit=1&order=${order}${cursor && `&cursor=${cursor}`}`,
        );
      read.push(...json.items.map(({ time, id }) => `${time} ${id}`));
      cursor = json.nextCursor;
    }
    t.is(read.length, 4);
    t.deepEqual(read, order === 'asc' ? read.toSorted() : read.toSorted().reverse());
  }
});

test('no mention is left out or repeated when many happened at the same time', async (t) => {
  const time = new Date(service.clock.now() - 60_000);
  const log = service.services.get(EventLog as Injectable<EventLog>);
  const named = { entity: 'vessel:244660000', vesselName: 'HARMLESS' };
  const data = { ...matchData(0), ...named, listedEntity: 'sanctioned:simulator:vessel-2', listedName: 'HARMLESS' };
  await log.appendMany(
    sanctionsMatch,
    Array.from({ length: 120 }, () => ({ data, ownerId: ada.accountId, time })),
  );
  for (const number of [1, 2, 3])
    await service.database.database.query(
      `insert into news_articles (id, provider, external_id, source_key, title, published_at, fetched_at, source_name, owner, tier, tone, symbols, entities, countries, places, title_key, tokens, minhash)
       values (gen_random_uuid(), 'simulator', $1, $1, 'At once', $2, $2, 'Gazette', 'Gazette', 1, 0, '{}', '{imo:9339301}', '{}', '[]', $1, '{}', '{}')`,
      [`at once ${number}`, time],
    );
  await service.settle();
  for (const [order, limit] of [
    ['desc', 20],
    ['asc', 20],
    ['desc', 2],
    ['asc', 1],
  ] as const) {
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/osint/entities/vessel:244660000/mentions?limit=${limit}&order=${order}`;
      const { json } = await ada.get(`${path}${cursor && `&cursor=${cursor}`}`);
      read.push(...json.items.map(({ id }: { id: string }) => id));
      cursor = json.nextCursor;
    }
    t.deepEqual([read.length, new Set(read).size], [123, 123], `${order} ${limit}`);
  }
});

test('an unknown entity returns 404, and a malformed id 400', async (t) => {
  for (const id of [
    'vessel:999999999',
    'person:nobody_at_all',
    'sanctioned:simulator:x',
    'planet:mars',
    'cve:CVE-1999-0001',
  ])
    t.is(problemOf(await ada.get(`/osint/entities/${id}`)), '404 not_found', id);
  isProblem(t, await ada.get('/osint/entities/nothing'), 400, 'invalid_request', 'path/entity');
});

test('a dossier shows the parts of its risk figure and the missing ones', async (t) => {
  const { status, json } = await ada.get('/osint/countries/nl');
  t.is(status, 200);
  t.like(json, {
    code: 'NL',
    name: 'Netherlands',
    vessels: { count: 2 },
    news: { count: 1, toneScore: -0.5 },
    markets: { currency: 'EUR' },
  });
  t.is(json.vessels.listed[0].mmsi, '352367010');
  t.deepEqual(
    json.risk.parts.map(({ name, weight }: { name: string; weight: number }) => [name, weight]),
    [
      ['events', 0.35],
      ['news', 0.25],
      ['sanctions', 0.2],
      ['currency', 0.2],
    ],
  );
  t.is(json.risk.parts[1].value, 0.75);
  t.true(json.risk.score > 0 && json.risk.score < 100);
  const island = (await ada.get('/osint/countries/BV')).json;
  t.true(island.risk.missing.includes('news'));
  isProblem(t, await ada.get('/osint/countries/XX'), 404, 'not_found');
});

test('the risk figure is the weighted mean of the known parts', (t) => {
  const part = { detail: '', source: '' };
  const parts = [
    { name: 'events' as const, weight: 0.35, value: 1, ...part },
    { name: 'news' as const, weight: 0.25, value: null, ...part },
    { name: 'sanctions' as const, weight: 0.2, value: 0, ...part },
    { name: 'currency' as const, weight: 0.2, value: 0.5, ...part },
  ];
  t.is(riskOf(parts).score, 60);
  t.deepEqual(riskOf(parts).missing, ['news']);
  t.is(riskOf(parts.map((one) => ({ ...one, value: null }))).score, null);
  t.deepEqual(
    [0, 10, 1_000_000].map((amount) => saturating(amount, 10)),
    [0, 0.5, 1],
  );
});
