import test from 'ava';
import { OpenEvents } from '../../../../src/features/geospatial/events/open-events.js';
import type { StoredEvent, ValidReport } from '../../../../src/features/geospatial/events/stored-event.js';
import { validReport } from '../../../../src/features/geospatial/events/valid-report.js';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';

const now = Date.UTC(2026, 0, 2);
const began = Date.UTC(2026, 0, 1, 12);

const usgs = (change: Partial<GeoEventReport> = {}): GeoEventReport => ({
  provider: 'usgs',
  key: 'us1',
  type: 'earthquake',
  title: 'M 6.1',
  severity: 4,
  position: { lat: 0, lon: 179.8 },
  startedAt: new Date(began),
  endedAt: new Date(began),
  reportedAt: new Date(began + 60_000),
  ...change,
});
const gdacs = (change: Partial<GeoEventReport> = {}): GeoEventReport =>
  usgs({
    provider: 'gdacs',
    key: 'EQ7',
    title: 'Red alert',
    severity: 5,
    position: { lat: 0.3, lon: -179.7 },
    url: 'https://www.gdacs.org/7',
    details: { alertLevel: 'red' },
    ...change,
  });

/** Returns the stored events after reports, each of which arrives in its own batch. */
function kept(...reports: GeoEventReport[]): StoredEvent[] {
  let events: StoredEvent[] = [];
  for (const report of reports) {
    const book = new OpenEvents(events, now);
    const sound = validReport(report, now);
    if (sound !== undefined) book.take(sound);
    const changed = new Map(book.changes().map(({ before, after }) => [before?.id ?? after?.id, after]));
    const stayed = events.filter(({ id }) => !changed.has(id));
    events = [...stayed, ...[...changed.values()].flatMap((event) => event ?? [])];
  }
  return events;
}

test('reports of two sources within 100 km and 2 minutes are one earthquake with the data of the USGS and the highest severity', (t) => {
  for (const reports of [
    [usgs(), gdacs()],
    [gdacs(), usgs()],
  ]) {
    const [event, ...others] = kept(...reports);
    t.is(others.length, 0);
    t.like(event, { provider: 'usgs', key: 'us1', title: 'M 6.1', severity: 5 });
    t.like(event?.details, {
      usgsSeverity: 4,
      gdacsSeverity: 5,
      gdacsKey: 'EQ7',
      gdacsUrl: 'https://www.gdacs.org/7',
      gdacsAlertLevel: 'red',
    });
    t.deepEqual([...(event?.names ?? [])].sort(), ['gdacs:EQ7', 'usgs:us1']);
  }
});

test('the stored event keeps its id when a better source reports it', (t) => {
  const [first] = kept(gdacs());
  const book = new OpenEvents(first ? [first] : [], now);
  book.take(validReport(usgs(), now) as ValidReport);
  t.is(book.changes()[0]?.after?.id, first?.id);
});

for (const [what, change] of [
  ['further away', { position: { lat: 2, lon: 179.8 } }],
  ['later', { startedAt: new Date(began + 121_000) }],
  ['of another kind', { type: 'volcano' }],
  ['simulated', { provider: 'simulator' }],
] as Array<[string, Partial<GeoEventReport>]>) {
  test(`an earthquake that is ${what} is another event`, (t) => {
    t.is(kept(usgs(), gdacs(change)).length, 2);
  });
}

test('two earthquakes of one source are never joined, however close', (t) => {
  t.is(kept(usgs(), usgs({ key: 'us2' }), gdacs(), gdacs({ key: 'EQ8' })).length, 2);
});

test('a later report of a source replaces only its own data', (t) => {
  const later = { reportedAt: new Date(began + 120_000) };
  const [event] = kept(
    usgs(),
    gdacs(),
    usgs({ ...later, title: 'M 5.8', severity: 3 }),
    gdacs({ ...later, severity: 2, details: { alertLevel: 'green' } }),
  );
  t.like(event, {
    title: 'M 5.8',
    severity: 3,
    details: { usgsSeverity: 3, gdacsSeverity: 2, gdacsAlertLevel: 'green' },
  });
});

test('an outdated report of the other source changes nothing', (t) => {
  const [event] = kept(usgs(), gdacs(), gdacs({ reportedAt: new Date(began), severity: 2 }));
  t.is(event?.severity, 5);
});

test('a retraction by the other source removes its data, and the earthquake stays', (t) => {
  const [event] = kept(usgs(), gdacs(), gdacs({ retracted: true }));
  t.like(event, { provider: 'usgs', severity: 4, names: ['usgs:us1'] });
  t.false(Object.keys(event?.details ?? {}).some((name) => name.startsWith('gdacs')));
});

test('repeated reports do not change a joined earthquake', (t) => {
  const events = kept(usgs(), gdacs());
  const book = new OpenEvents(events, now);
  for (const report of [gdacs(), usgs(), gdacs()]) book.take(validReport(report, now) as ValidReport);
  t.deepEqual(book.changes(), []);
});
