import 'reflect-metadata';
import test from 'ava';
import { Dto, Field } from '../../../src/api/field.js';
import { list, nullable, number, text } from '../../../src/api/rules.js';
import { Database } from '../../../src/database/database.js';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

@Dto('What a test makes up.')
class ReportDto {
  @Field('Name.', text(1, 200), { example: 'a' })
  name!: string;

  @Field('More text; null for no more.', nullable(text(0, 1_000)), { example: null })
  note!: string | null;

  @Field('Latitude and longitude in degrees; empty without a place.', list(number(-180, 180), 2), { example: [] })
  place!: number[];
}

const reported = new EventType({
  type: 'report.made',
  description: 'A test.',
  data: ReportDto,
  audience: 'owner',
  tag: 'timeline',
  severities: [2],
  facets: ({ place: [latitude, longitude] }) => ({
    place: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
  }),
  title: ({ name }) => `Report: ${name}`,
});

let service: TestService;
test.before(async () => {
  service = await startTestService({ parts: { catalogue: new EventCatalog([reported]) } });
});
test.after.always(() => service.close());

/** Returns a new account with these reports in its timeline, oldest first. */
async function reader(...reports: Array<Partial<ReportDto> & { name: string }>) {
  const ada = await service.signedIn();
  for (const report of reports)
    await service.services
      .get(EventLog)
      .append(reported, { data: { note: null, place: [], ...report }, ownerId: ada.accountId });
  await service.settle();
  const found = async (q: string) => {
    const { status, json } = await ada.get(`/timeline?order=asc&q=${encodeURIComponent(q)}`);
    return status === 200
      ? json.items.map(({ data }: { data: ReportDto }) => data.name).join(', ')
      : json.errors[0].detail;
  };
  return { ada, found };
}

test('a text query searches titles and data, without case and accents, by words and beginnings of words', async (t) => {
  const { found } = await reader(
    { name: 'Tanker off Cádiz' },
    { name: 'Storm', note: 'Tankers wait outside the Red Sea; see AAPL.US.' },
    { name: 'Sea of red tape' },
  );
  t.is(await found('tanker'), 'Tanker off Cádiz, Storm');
  t.is(await found('CADIZ'), 'Tanker off Cádiz');
  t.is(await found('cádiz tank'), 'Tanker off Cádiz');
  t.is(await found('"red sea"'), 'Storm');
  t.is(await found('red sea'), 'Storm, Sea of red tape');
  t.is(await found('report -tanker'), 'Sea of red tape');
  t.is(await found('aapl.us'), 'Storm');
  t.is(await found('made storm'), 'Storm');
  t.is(await found('anker'), '');
});

test('a text query without words is rejected, and operators of the database are plain text', async (t) => {
  const { found } = await reader({ name: "O'Brien & sons" });
  for (const q of ['***', '"', '-']) t.is(await found(q), 'must have 1 to 16 words with letters or digits');
  t.is(await found("o'brien"), "O'Brien & sons");
  t.is(await found("' | ! & sons"), "O'Brien & sons");
});

test('ids, times and addresses in the data are not searched', async (t) => {
  const { found } = await reader(
    { name: 'a', note: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' },
    { name: 'b', note: 'https://example.org/storm' },
  );
  t.is(await found('01980a6e'), '');
  t.is(await found('storm'), '');
});

test('the title of an event of an earlier release is composed of its type and data, and its data is searched', async (t) => {
  const { ada, found } = await reader({ name: 'Old storm' });
  await service.services.get(Database).query('update events set title = null where owner_id = $1', [ada.accountId]);
  t.is(await found('old storm'), 'Old storm');
  t.is((await ada.get('/timeline')).json.items[0].title, 'Made · Old storm');
});

test('several severities can be given', async (t) => {
  const { ada } = await reader({ name: 'a' });
  t.is((await ada.get('/timeline?severity=1,2')).json.items.length, 1);
  t.is((await ada.get('/timeline?severity=3&severity=4')).json.items.length, 0);
  isProblem(t, await ada.get('/timeline?severity=6'), 400, 'invalid_request', 'query/severity');
});

test('as GeoJSON an event is a point with its title, or has a null geometry', async (t) => {
  const { ada } = await reader({ name: 'nowhere' }, { name: 'somewhere', place: [51.5, 4.25] });
  const { features, nextCursor } = (await ada.get('/timeline?format=geojson&limit=1')).json;
  t.deepEqual(features[0].geometry, { type: 'Point', coordinates: [4.25, 51.5] });
  t.like(features[0].properties, { title: 'Report: somewhere', type: 'report.made', severity: 2 });
  const next = (await ada.get(`/timeline?format=geojson&limit=1&cursor=${nextCursor}`)).json;
  t.is(next.features[0].geometry, null);
  t.is(next.nextCursor, null);
});

test('as CSV every event has its title, and a formula in it is neutralized', async (t) => {
  const { ada } = await reader({ name: 'storm, "red"' });
  const { status, text: csv } = await ada.get('/timeline?format=csv');
  t.is(status, 200);
  const [header = '', row = ''] = csv.split('\r\n');
  t.true(header.split(',').includes('title'));
  t.true(row.includes('"Report: storm, ""red"""'), row);
});
