import test from 'ava';
import { earthquakeSeverity } from '../../../../src/features/geospatial/events/severity.js';
import { usgsSummary } from '../../../../src/features/geospatial/events/usgs-answers.js';
import { eventFeedFor, recordedEvents } from '../../../support/event-feed.js';

interface Feed {
  metadata: { generated: number; count: number };
  features: Array<{ id: string; properties: Record<string, unknown>; geometry: { coordinates: unknown[] } }>;
}

const hour = (): Feed => JSON.parse(recordedEvents('usgs-all_hour-2022.geojson'));
const day = (): Feed => JSON.parse(recordedEvents('usgs-day-cut-2019.json'));
/** Returns the events of the recorded feed after a change of its first feature. */
const withFirst = (change: (first: Feed['features'][number]) => void) => {
  const feed = hour();
  change(feed.features[0] as Feed['features'][number]);
  return feed;
};

test('an earthquake is read with all fields of the feed', (t) => {
  const { reports, skipped, isComplete, generatedAt } = usgsSummary(hour());
  t.deepEqual([reports.length, skipped, isComplete, generatedAt], [6, 0, true, new Date(1660773197000)]);
  t.deepEqual(reports[1], {
    provider: 'usgs',
    key: 'hv73112757',
    aliases: ['us6000ibqf', 'hv73112757'],
    type: 'earthquake',
    title: 'M 2.4 - 4 km S of Pāhala, Hawaii',
    severity: 1,
    position: { lat: 19.1595001220703, lon: -155.471664428711 },
    startedAt: new Date(1660772604350),
    endedAt: new Date(1660772604350),
    reportedAt: new Date(1660773151040),
    retracted: false,
    magnitude: { value: 2.4, unit: 'ml' },
    depthKm: 30.3099994659424,
    url: 'https://earthquake.usgs.gov/earthquakes/eventpage/hv73112757',
    details: {
      kind: 'earthquake',
      place: '4 km S of Pāhala, Hawaii',
      status: 'automatic',
      network: 'hv',
      felt: null,
      communityIntensity: null,
      instrumentalIntensity: null,
      pagerAlert: null,
      tsunami: false,
      significance: 89,
    },
  });
});

test('an unknown alert does not lower the severity of an earthquake', (t) => {
  t.deepEqual(
    ['red', 'constructor', null].map((alert) => earthquakeSeverity(6.2, alert)),
    [5, 4, 4],
  );
});

test('other kinds of events get their own type', (t) => {
  const { reports } = usgsSummary(day());
  t.deepEqual(
    reports.filter(({ type }) => type === 'manmade').map(({ details }) => details?.kind),
    ['quarry blast', 'explosion', 'explosion'],
  );
  t.is(reports.filter(({ type }) => type === 'earthquake').length, 13);
});

for (const [magnitude, alert, severity] of [
  [-0.4, null, 1],
  [null, null, 1],
  [3.99, null, 1],
  [4, 'green', 2],
  [5, null, 3],
  [6.9, null, 4],
  [7, null, 5],
  [5.2, 'yellow', 3],
  [5.2, 'orange', 4],
  [4.1, 'red', 5],
  [4.1, 'mauve', 2],
] as const) {
  test(`an earthquake of magnitude ${magnitude} with the alert ${alert} has the severity ${severity}`, (t) => {
    const { reports } = usgsSummary(
      withFirst(({ properties }) => Object.assign(properties, { mag: magnitude, alert })),
    );
    t.is(reports[0]?.severity, severity);
    t.deepEqual(reports[0]?.magnitude, magnitude === null ? null : { value: magnitude, unit: 'ml' });
  });
}

test('an earthquake without depth, type or title is read', (t) => {
  const { reports } = usgsSummary(
    withFirst(({ properties, geometry }) => {
      Object.assign(properties, { magType: null, place: null, title: null, type: null, ids: null, url: null });
      geometry.coordinates[2] = null;
    }),
  );
  t.like(reports[0], {
    title: 'earthquake',
    depthKm: null,
    url: null,
    aliases: [],
    magnitude: { value: 1.98, unit: 'M' },
  });
});

for (const [what, change] of [
  ['without an id', (first: Feed['features'][number]) => Object.assign(first, { id: undefined })],
  ['without a place', (first) => Object.assign(first, { geometry: null })],
  ['beyond the pole', (first) => Object.assign(first.geometry, { coordinates: [0, 90.1, 0] })],
  ['without a time', (first) => Object.assign(first.properties, { time: null })],
  ['from the year 9999', (first) => Object.assign(first.properties, { time: 253_370_764_800_000 })],
] as Array<[string, (first: Feed['features'][number]) => unknown]>) {
  test(`an earthquake ${what} is counted and left out, and the others are read`, (t) => {
    const { reports, skipped, isComplete } = usgsSummary(withFirst(change));
    t.deepEqual([reports.length, skipped, isComplete], [5, 1, false]);
  });
}

test('an invalid feed is rejected', (t) => {
  const bodies = [
    null,
    [],
    'x',
    {},
    { type: 'FeatureCollection' },
    { type: 'Feature', metadata: {}, features: [] },
    { ...hour(), features: [{}] },
    { ...hour(), features: {} },
  ];
  for (const body of bodies) t.throws(() => usgsSummary(body), { name: 'UpstreamError' });
});

test('the last day is read first, then the last hour, and after an outage the last day again', async (t) => {
  const { poll, stub, reported, feed } = await eventFeedFor(t, 'usgs', ({ path }) => ({
    body: path.includes('all_day') ? day() : hour(),
  }));
  t.is(await poll(), 16);
  t.is(await poll(), 6);
  await poll(56);
  t.deepEqual(
    stub.requests.map(({ path }) => path.split('/').at(-1)),
    ['all_day.geojson', 'all_hour.geojson', 'all_day.geojson'],
  );
  t.deepEqual([reported[0]?.length, feed().records, feed().status], [16, 38, 'ok']);
});

test('an earthquake missing from the feed twice in a row is deleted, unless it is older than the feed', async (t) => {
  let feed = hour();
  const { poll, reported } = await eventFeedFor(t, 'usgs', () => ({ body: feed }));
  await poll(2);
  const [gone, ...left] = feed.features;
  feed = {
    ...feed,
    metadata: { ...feed.metadata, generated: feed.metadata.generated + 60_000, count: left.length },
    features: left,
  };
  await poll(2);
  t.is(reported[1]?.filter(({ retracted }) => retracted).length, 0);
  feed = { ...feed, metadata: { ...feed.metadata, generated: feed.metadata.generated + 60_000 } };
  await poll(2);
  t.deepEqual(
    reported[2]?.filter(({ retracted }) => retracted).map(({ key, reportedAt }) => [key, reportedAt.getTime()]),
    [[gone?.id, feed.metadata.generated]],
  );
  feed = {
    ...feed,
    metadata: { ...feed.metadata, generated: feed.metadata.generated + 3_600_000, count: 0 },
    features: [],
  };
  await poll(2);
  await poll(2);
  t.deepEqual(reported.slice(3).flat(), []);
});

test('an incomplete, outdated or repeated response deletes nothing', async (t) => {
  const whole = hour();
  const without = (generated: number, count: number) => ({
    ...whole,
    metadata: { ...whole.metadata, generated, count },
    features: whole.features.slice(1),
  });
  const { generated } = whole.metadata;
  const answers = [
    whole,
    without(generated + 60_000, 6),
    without(generated + 120_000, 6),
    without(generated - 60_000, 5),
    without(generated + 180_000, 5),
    without(generated + 180_000, 5),
  ];
  const { poll, reported } = await eventFeedFor(t, 'usgs', () => ({ body: answers.shift() }));
  for (let turn = 0; turn < 6; turn += 1) await poll(2);
  t.is(reported.flat().filter(({ retracted }) => retracted).length, 0);
});

test('an earthquake with a new id is not deleted', async (t) => {
  const feed = hour();
  const { poll, reported } = await eventFeedFor(t, 'usgs', () => ({ body: feed }));
  await poll(2);
  const renamed = feed.features[1] as Feed['features'][number];
  renamed.id = 'us6000ibqf';
  for (const _ of [1, 2, 3]) {
    feed.metadata.generated += 60_000;
    await poll(2);
  }
  t.is(reported.flat().filter(({ retracted }) => retracted).length, 0);
});

test('an invalid response is counted, and the feed is read again later', async (t) => {
  const { poll, stub, failures, reported } = await eventFeedFor(t, 'usgs', () => ({ body: hour() }));
  stub.reply('/', { body: 'eqfeed_callback({});' });
  await t.throwsAsync(poll(), { name: 'UpstreamError' });
  t.is(failures('bad_answer'), 1);
  stub.reply('/', { body: hour() });
  t.is(await poll(), 6);
  t.is(reported.length, 1);
});

test('reports that could not be stored are requested again', async (t) => {
  const { poll, refuse, reported, stub } = await eventFeedFor(t, 'usgs', () => ({ body: hour() }));
  refuse(new Error('no database'));
  await t.throwsAsync(poll(), { message: 'no database' });
  refuse(undefined);
  await poll();
  t.deepEqual([reported.length, stub.requests.at(-1)?.path.endsWith('all_day.geojson')], [1, true]);
});
