import 'reflect-metadata';
import test from 'ava';
import { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../src/features/geospatial/geo-event.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
  const now = service.clock.now();
  const report = (key: string, more: Partial<GeoEventReport>): GeoEventReport => {
    const startedAt = new Date(now - Number(key) * 3_600_000);
    const times = { startedAt, endedAt: startedAt, reportedAt: startedAt };
    return {
      provider: 'usgs',
      key,
      type: 'earthquake',
      title: 'Quake',
      severity: 2,
      position: { lat: 0, lon: 0 },
      ...times,
      ...more,
    };
  };
  await service.services.get(GeoEvents).report([
    report('1', { title: 'Earthquake off Cádiz', severity: 4, position: { lat: 36.5, lon: -6.3 } }),
    report('2', {
      title: 'Earthquake in the Red Sea',
      description: 'Felt in Tromsø as well',
      position: { lat: 20, lon: 38 },
    }),
    report('3', { type: 'flood', title: 'A sea of red algae', provider: 'gdelt', position: { lat: 20, lon: 179.9 } }),
    report('50', { type: 'flood', provider: 'gdacs', title: 'Notice <b>to mariners</b> at aapl.us and 51.95' }),
    report('60', { type: 'flood', title: 'Waves off Tonga', provider: 'gdacs', position: { lat: -30, lon: -179.9 } }),
    report('48', { type: 'wildfire', title: 'Fire at O\'Brien\'s \\ 100 % "depot"', position: { lat: 50, lon: 5 } }),
  ]);
});
test.after.always(() => service.close());

/** Returns the titles of the geo events found. */
async function titles(q: string): Promise<string[]> {
  const ada = await service.signedIn();
  const { status, json } = await ada.get(`/search?type=geo_event&q=${encodeURIComponent(q)}`);
  if (status !== 200 || json.warnings.length > 0)
    throw new Error(
      JSON.stringify(json) +
        service.logged
          .filter((line) => line.includes('Search source'))
          .at(-1)
          ?.slice(0, 1500),
    );
  return json.items.map(({ title }: { title: string }) => title.split(' ').slice(0, 3).join(' ')).sort();
}

test('stored data is found by words, beginnings, phrases, exclusions and alternatives', async (t) => {
  t.deepEqual(await titles('cadiz'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('CÁDIZ'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('tromsø'), ['Earthquake in the']);
  t.deepEqual(await titles('red sea'), ['A sea of', 'Earthquake in the']);
  t.deepEqual(await titles('"red sea"'), ['Earthquake in the']);
  t.deepEqual(await titles('-cadiz earthq'), ['Earthquake in the']);
  t.deepEqual(await titles('earthquake -"red sea"'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('algae OR cadiz'), ['A sea of', 'Earthquake off Cádiz']);
  t.deepEqual(await titles('(algae OR "red sea") -felt'), ['A sea of']);
  for (const q of ['aapl.us', '"notice <b>to mariners</b>"', '"at 51.95" OR "and 51.95"', '"to mariners"'])
    t.deepEqual(await titles(q), ['Notice <b>to mariners</b>'], q);
  t.deepEqual(await titles("o'brien's"), ["Fire at O'Brien's"]);
  t.deepEqual(await titles("depot \\ % ' :* & | !"), ["Fire at O'Brien's"]);
});

test('fields restrict stored data, alone and with text', async (t) => {
  t.deepEqual(await titles('severity:>=4'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('earthquake severity:<4'), ['Earthquake in the']);
  t.deepEqual(await titles('source:gdelt'), ['A sea of']);
  t.deepEqual(await titles('sea -source:gdelt'), ['Earthquake in the']);
  t.deepEqual(await titles('near:36.5,-6.3,10km'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('near:20,-179.9,50km'), ['A sea of'], 'across the antimeridian');
  t.deepEqual(await titles('near:-30,179.9,50km'), ['Waves off Tonga'], 'in the other direction');
  const yesterday = new Date(service.clock.now() - 86_400_000).toISOString().slice(0, 19);
  t.deepEqual(await titles(`source:usgs before:${yesterday}Z`), ["Fire at O'Brien's"]);
  t.deepEqual(await titles(`sea OR after:${yesterday}Z`), ['A sea of', 'Earthquake in the', 'Earthquake off Cádiz']);
  t.deepEqual(await titles('speed:>1'), []);
});

test('titles are found despite typing errors, but phrases, numbers and excluded words must be exact', async (t) => {
  t.deepEqual(await titles('earthquaek cadiz'), ['Earthquake off Cádiz']);
  t.deepEqual(await titles('"earthquaek"'), []);
  t.deepEqual(await titles('depat'), ["Fire at O'Brien's"]);
  t.deepEqual(await titles('algae -sae'), ['A sea of']);
});

test.serial(
  'if more than 4,000 rows have the words, the latest rows are searched and the count is a lower bound, whether the table has statistics or not',
  async (t) => {
    const { database } = service.database;
    await database.query(
      `insert into geo_events (id, provider, key, names, type, title, severity, lat, lon, entities, details, started_at, reported_at, created_at, updated_at)
    select gen_random_uuid(), 'bulk', n::text, array['bulk:' || n], 'flood',
      'Deluge ' || n || case when n % 500 = 0 then ' spring tide' else ' tide spring' end, 1, 0, 0, '{}', '{}', time, time, time, time
    from generate_series(1, 9000) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') as at (time)`,
    );
    const ada = await service.signedIn();
    for (const prepare of ['select', 'analyze geo_events']) {
      await database.query(prepare);
      const { json } = await ada.get('/search?type=geo_event&q=deluge&limit=200');
      t.deepEqual(json.warnings, []);
      t.is(json.items.length, 100);
      t.true(json.items.every(({ title }: { title: string }) => Number(title.split(' ')[1]) > 6_000));
      const [type] = json.facets.type;
      t.like(type, { value: 'geo_event', truncated: true });
      t.true(type.count > 1_900);
    }
  },
);

// Uses the rows that the previous test has inserted.
test.serial(
  'if more than 4,000 rows have the words of a phrase, only the latest rows are searched; after most rows are deleted, all remaining rows are searched',
  async (t) => {
    const { database } = service.database;
    const ada = await service.signedIn();
    const found = async () => {
      const { json } = await ada.get(`/search?type=geo_event&q=${encodeURIComponent('"spring tide"')}&limit=200`);
      t.deepEqual(json.warnings, []);
      return { titles: json.items.map(({ title }: { title: string }) => title), type: json.facets.type[0] };
    };
    const latest = [9_000, 8_500, 8_000, 7_500].map((n) => `Deluge ${n} spring tide`);
    t.deepEqual(await found(), { titles: latest, type: { value: 'geo_event', count: 4, truncated: true } });
    await database.query(`delete from geo_events where provider = 'bulk' and key::int <= 7600`);
    t.deepEqual(await found(), {
      titles: latest.slice(0, 3),
      type: { value: 'geo_event', count: 3, truncated: false },
    });
  },
);
