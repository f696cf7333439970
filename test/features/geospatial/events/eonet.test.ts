import test from 'ava';
import { eonetEvents } from '../../../../src/features/geospatial/events/eonet-answers.js';
import { eventFeedFor, recordedEvents } from '../../../support/event-feed.js';

const recorded = () => JSON.parse(recordedEvents('eonet-v3-cut.json'));
const point = (lon: number, lat: number, day = 1) => ({
  magnitudeValue: null,
  magnitudeUnit: null,
  date: `2026-01-0${day}T00:00:00Z`,
  type: 'Point',
  coordinates: [lon, lat],
});
const event = (change: object = {}) => ({
  id: 'EONET_1',
  title: 'It',
  description: null,
  link: 'https://eonet.gsfc.nasa.gov/api/v3/events/EONET_1',
  closed: null,
  categories: [{ id: 'volcanoes', title: 'Volcanoes' }],
  sources: [],
  geometry: [point(10, 20)],
  ...change,
});
const readOne = (change: object) => eonetEvents({ events: [event(change)] }).reports[0];

test('a typhoon has its latest position and strength, and its track', (t) => {
  const { reports, skipped } = eonetEvents(recorded());
  t.deepEqual([reports.length, skipped], [12, 0]);
  const { geometry, ...rest } = reports[0] ?? {};
  t.deepEqual(rest, {
    provider: 'eonet',
    key: 'EONET_15859',
    type: 'storm',
    title: 'Typhoon Fung-wong',
    description: undefined,
    severity: 4,
    position: { lat: 13.3, lon: 128.1 },
    startedAt: new Date('2025-11-06T00:00:00Z'),
    endedAt: null,
    reportedAt: new Date('2025-11-08T12:00:00Z'),
    magnitude: { value: 95, unit: 'kts' },
    url: 'https://www.metoc.navy.mil/jtwc/products/wp3225.tcw',
    details: { category: 'severeStorms', sources: 'JTWC', points: 11 },
  });
  t.is(geometry?.type, 'LineString');
  t.is(geometry?.type === 'LineString' && geometry.coordinates.length, 11);
});

test('each recorded event has its type and severity', (t) => {
  t.deepEqual(
    eonetEvents(recorded()).reports.map(({ type, severity }) => `${type} ${severity}`),
    [
      'storm 4',
      'storm 5',
      'volcano 3',
      'volcano 3',
      'sea_ice 1',
      'sea_ice 1',
      'wildfire 5',
      'wildfire 5',
      'wildfire 2',
      'wildfire 2',
      'wildfire 2',
      'wildfire 2',
    ],
  );
});

test('an event of one point has a position and no geometry', (t) => {
  t.like(readOne({}), { geometry: null, position: { lat: 20, lon: 10 }, type: 'volcano' });
});

test('a closed event ends when it was closed', (t) => {
  const closed = new Date('2026-02-01T00:00:00Z');
  t.like(readOne({ closed: '2026-02-01T00:00:00Z' }), { endedAt: closed, reportedAt: closed });
});

test('a track across the antimeridian is cut into two lines', (t) => {
  const { geometry, position } =
    readOne({ geometry: [point(178, 10, 1), point(-178, 12, 2), point(-176, 12, 3)] }) ?? {};
  t.deepEqual(geometry, {
    type: 'MultiLineString',
    coordinates: [
      [
        [178, 10],
        [180, 11],
      ],
      [
        [-180, 11],
        [-178, 12],
        [-176, 12],
      ],
    ],
  });
  t.deepEqual(position, { lat: 12, lon: -176 });
});

test('a polygon is the geometry and its center the position, also across the antimeridian', (t) => {
  const ring = [
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ];
  const { geometry, position } =
    readOne({ geometry: [{ ...point(0, 0), type: 'Polygon', coordinates: [ring] }] }) ?? {};
  t.deepEqual(geometry, { type: 'Polygon', coordinates: [ring] });
  t.deepEqual(position, { lat: 5, lon: -180 });
});

test('points are sorted by their dates', (t) => {
  t.like(readOne({ geometry: [point(2, 2, 2), point(1, 1, 1)] }), {
    position: { lat: 2, lon: 2 },
    startedAt: new Date('2026-01-01T00:00:00Z'),
  });
});

test('an event of an unknown category is ignored without an error', (t) => {
  t.deepEqual(
    eonetEvents({
      events: [event({ categories: [{ id: 'constructor' }] }), event({ categories: [{ id: 'meteors' }] })],
    }),
    {
      reports: [],
      skipped: 0,
      skippedKeys: [],
    },
  );
});

for (const [what, change] of [
  ['without a geometry', { geometry: [] }],
  ['with a place that is none', { geometry: [point(181, 0)] }],
  [
    'with a polygon that is not closed',
    {
      geometry: [
        {
          ...point(0, 0),
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ],
          ],
        },
      ],
    },
  ],
  ['with a polygon of nothing', { geometry: [{ ...point(0, 0), type: 'Polygon', coordinates: [] }] }],
  ['with a geometry of another kind', { geometry: [{ ...point(0, 0), type: 'LineString', coordinates: [[0, 0]] }] }],
  ['with a date that is none', { geometry: [{ ...point(0, 0), date: 'yesterday' }] }],
  ['without categories', { categories: [] }],
  ['without a title', { title: '' }],
  ['with an end that is none', { closed: 'soon' }],
] as Array<[string, object]>) {
  test(`an event ${what} is counted and left out`, (t) => {
    t.like(eonetEvents({ events: [event(change), event()] }), { skipped: 1, reports: { length: 1 } });
  });
}

test('the format of version 2.1 is rejected', (t) => {
  t.throws(() => eonetEvents(JSON.parse(recordedEvents('eonet-v2.1-cut.json'))), { name: 'UpstreamError' });
});

test('all open events are read at the start and every six hours, recent ones in between; events no longer open end', async (t) => {
  // EONET sends its JSON with this media type.
  const headers = { 'content-type': 'application/rss+xml; charset=utf-8' };
  const { poll, stub, reported, listed } = await eventFeedFor(t, 'eonet', () => ({ headers, body: recorded() }));
  t.is(await poll(), 12);
  await poll();
  await poll(351);
  t.deepEqual(
    stub.requests.map(({ path, query }) => `${path}?${query}`),
    ['/events?status=open', '/events?status=all&days=7', '/events?status=open'],
  );
  t.deepEqual([reported.length, listed.length, listed[0]?.length, listed[0]?.[0]], [3, 2, 12, 'EONET_15859']);
});

test('a list that contains an event without a readable key ends no event', async (t) => {
  const { poll, listed, failures } = await eventFeedFor(t, 'eonet', () => ({
    body: { events: [event(), event({ id: null })] },
  }));
  t.is(await poll(), 1);
  t.deepEqual([listed.length, failures('bad_answer')], [0, 1]);
});

test('a listed event that is invalid does not end; events not listed end', async (t) => {
  const { poll, listed, failures } = await eventFeedFor(t, 'eonet', () => ({
    body: { events: [event(), event({ id: 'EONET_2', title: null })] },
  }));
  t.is(await poll(), 1);
  t.deepEqual([listed, failures('bad_answer')], [[['EONET_1', 'EONET_2']], 1]);
});
