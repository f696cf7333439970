import test from 'ava';
import { gdacsItems } from '../../../../src/features/geospatial/events/gdacs-answers.js';
import { eventFeedFor, recordedEvents } from '../../../support/event-feed.js';

const recorded = () => recordedEvents('gdacs-rss-cut.xml');
const isRefused = { name: 'UpstreamError' };
/** Returns the items of the recorded feed after a replacement in its first item. */
const withFirst = (from: string | RegExp, to: string) => gdacsItems(recorded().replace(from, to));

test('a cyclone is read with all fields of the feed', (t) => {
  const { reports, skipped } = gdacsItems(recorded());
  t.deepEqual([reports.length, skipped], [6, 0]);
  const { description, geometry, ...rest } = reports[0] ?? {};
  t.deepEqual(rest, {
    provider: 'gdacs',
    key: 'TC1000643',
    type: 'storm',
    title:
      'Green alert for tropical cyclone CALVINIA-19. Population affected by Category 1 (120 km/h) wind speeds or higher is 0.',
    severity: 2,
    position: { lat: -19.4, lon: 59.8 },
    startedAt: new Date('2019-12-29T12:00:00Z'),
    endedAt: null,
    reportedAt: new Date('2019-12-29T12:00:00Z'),
    magnitude: { value: 92.592, unit: 'km/h' },
    url: 'http://www.gdacs.org/report.aspx?eventtype=TC&eventid=1000643',
    details: {
      alertLevel: 'green',
      alertScore: 1,
      episode: '1',
      name: 'CALVINIA-19',
      countries: 'Mauritius',
      extent: 'Tropical Storm (maximum wind speed of 93 km/h)',
      population: 'Population affected by Category 1 (120 km/h) wind speeds or higher is 0',
      isTemporary: false,
      glide: null,
    },
  });
  t.regex(description ?? '', /^From 29\/12\/2019/);
});

test('the box of an event, in the order west, east, south, north, becomes a polygon', (t) => {
  const { geometry } = gdacsItems(recorded()).reports[0] as { geometry: { coordinates: number[][][] } };
  const [[west, south] = [], , [east, north] = []] = geometry.coordinates[0] ?? [];
  t.deepEqual([west, east, south, north], [55.0780533046962, 81.0780533046962, -46.7828750315965, -20.7828750315965]);
});

test('an earthquake ends when it starts and has no geometry', (t) => {
  const quake = gdacsItems(recorded()).reports.find(({ type }) => type === 'earthquake');
  t.like(quake, {
    key: 'EQ1199929',
    geometry: null,
    endedAt: new Date('2019-12-28T15:36:35Z'),
    magnitude: { value: 5.5, unit: 'M' },
  });
});

test('the alert level gives the severity, and an event that is not current has ended', (t) => {
  t.deepEqual(
    gdacsItems(recorded()).reports.map(
      ({ key, severity, endedAt }) => `${key} ${severity} ${endedAt === null ? 'goes on' : 'is over'}`,
    ),
    [
      'TC1000643 2 goes on',
      'EQ1199929 2 is over',
      'TC1000642 2 goes on',
      'TC1000641 4 goes on',
      'DR1013682 2 goes on',
      'DR1013281 4 is over',
    ],
  );
});

for (const [what, from, to] of [
  ['without an id', /<gdacs:eventid>.*?<\/gdacs:eventid>/, ''],
  ['with two ids', '<gdacs:eventid>1000643<', '<gdacs:eventid>1</gdacs:eventid><gdacs:eventid>1000643<'],
  ['of an unknown level', '<gdacs:alertlevel>Green', '<gdacs:alertlevel>Mauve'],
  ['of a level that every object has', '<gdacs:alertlevel>Green', '<gdacs:alertlevel>constructor'],
  ['without a place', '<georss:point>-19.4 59.8', '<georss:point>-19.4'],
  ['beyond the pole', '<georss:point>-19.4', '<georss:point>-99.4'],
  ['without a beginning', /<gdacs:fromdate>.*?<\/gdacs:fromdate>/, ''],
  ['with an odd beginning', /<gdacs:fromdate>.*?</, '<gdacs:fromdate>once<'],
] as const) {
  test(`an item ${what} is counted and left out, and the others are read`, (t) => {
    t.like(withFirst(from, to), { reports: { length: 5 }, skipped: 1 });
  });
}

test('an event of an unknown type is ignored without an error', (t) => {
  for (const type of ['XX', 'constructor'])
    t.like(withFirst('<gdacs:eventtype>TC', `<gdacs:eventtype>${type}`), { reports: { length: 5 }, skipped: 0 });
});

test('an invalid box gives no geometry', (t) => {
  for (const box of ['1 2 3', '10 5 0 1', '-190 5 0 1', 'a b c d', '0 0 0 0'])
    t.is(withFirst(/<gdacs:bbox>.*?</, `<gdacs:bbox>${box}<`).reports[0]?.geometry, null, box);
});

test('XML entities are decoded once, and unknown ones are kept', (t) => {
  const { reports } = withFirst(/<title>Green.*?</, '<title>a &amp;lt; b &#65;&#x42; &nope; &#1114112; &quot;<');
  t.is(reports[0]?.title, 'a &lt; b AB &nope; &#1114112; "');
});

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;&a;">`).join('')}]><rss><channel><item>&a19;</item></channel></rss>`;
for (const [what, text] of [
  ['an expansion of entities', bomb],
  ['an external entity', recorded().replace('<rss', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss')],
  ['a page of HTML', '<html><body>Service unavailable</body></html>'],
  ['a feed that breaks off', recorded().slice(0, -300)],
  ['a feed without a channel', '<rss></rss>'],
  ['tags within tags within tags', `<rss><channel><item>${'<a>'.repeat(200_000)}</item></channel></rss>`],
  ['nothing', ''],
] as const) {
  test(`${what} is rejected`, (t) => {
    t.throws(() => gdacsItems(text), isRefused);
  });
}

test('a feed without items is valid', (t) => {
  t.deepEqual(gdacsItems('<rss version="2.0"><channel><title>t</title></channel></rss>'), {
    reports: [],
    skipped: 0,
    skippedKeys: [],
  });
});

test('the feed is read over HTTP with its byte order mark, and events that are missing end', async (t) => {
  const { poll, stub, reported, listed } = await eventFeedFor(t, 'gdacs', () => ({
    headers: { 'content-type': 'text/xml' },
    body: recorded(),
  }));
  t.is(recorded().charCodeAt(0), 0xfeff);
  t.is(await poll(), 6);
  t.deepEqual([stub.requests[0]?.path, reported[0]?.length, listed[0]?.length], ['/xml/rss.xml', 6, 6]);
});

test('a listed bulletin that is invalid does not end its event, and one without a readable key ends no event', async (t) => {
  const without = (text: string) => recorded().replace(text, '');
  let body = without('<gdacs:alertlevel>Orange</gdacs:alertlevel>');
  const { poll, listed } = await eventFeedFor(t, 'gdacs', () => ({ headers: { 'content-type': 'text/xml' }, body }));
  t.is(await poll(), 5);
  t.is(listed[0]?.length, 6);
  body = body.replace(/<gdacs:eventid>\d+<\/gdacs:eventid>/, '');
  await poll();
  t.is(listed.length, 1);
});
