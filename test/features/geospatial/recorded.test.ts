import test from 'ava';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../../src/features/geospatial/geo-event.js';
import { destination } from '../../../src/features/geospatial/sphere.js';
import { randomNumbers } from '../../support/random-numbers.js';
import { condensed, matchesRecording } from '../../support/recorded.js';
import { type HistoryService, historyFor } from './history/history-service.js';

const MINUTE_MS = 60_000;
const MMSI = 211_000_000;
const ICAO = 0x4ca000;

/** Reports vessels and aircraft that move for an hour off the Dutch coast. */
async function fill(service: HistoryService): Promise<void> {
  const { picture, clock, timers } = service;
  const random = randomNumbers(11);
  const movers = Array.from({ length: 30 }, (_, index) => ({
    index,
    ...destination(52, 3.9, 360 * random(), 90_000 * random()),
    courseDegrees: Math.round(360 * random()),
    knots: Math.round(20 * random()),
  }));
  for (let minute = 0; minute < 60; minute += 2) {
    for (const mover of movers) {
      const { index, lat, lon, courseDegrees, knots } = mover;
      const common = { provider: 'test', observedAt: clock.now(), receivedAt: clock.now() + 500, lat, lon };
      if (index % 10 === 9 && minute > 20 && minute < 50) continue; // silent for half an hour
      if (index < 20)
        picture.takeVessel({
          ...common,
          key: MMSI + index,
          name: `SHIP ${index} ${['ALPHA', 'BRAVO', 'DELTA'][index % 3]}`,
          speedKnots: knots,
          courseDegrees,
          headingDegrees: (courseDegrees + 3) % 360,
          shipTypeCode: [70, 80, 60, 30, 52][index % 5],
          navigationStatus: knots < 1 ? 1 : 0,
          destination: 'NLRTM',
          draughtMeters: 5 + index / 10,
          station: index % 4 === 3 ? 'class_b' : 'class_a',
        });
      else
        picture.takeAircraft({
          ...common,
          key: ICAO + index,
          callsign: `TST${index}`,
          altitudeFeet: 1_000 * index,
          groundSpeedKnots: 200 + knots,
          trackDegrees: courseDegrees,
          squawk: index === 25 ? '7700' : `10${index}`,
          onGround: index === 29,
          category: 'A3',
        });
      const meters = (index < 20 ? knots : 200 + knots) * 0.5144 * 120;
      Object.assign(mover, destination(lat, lon, courseDegrees, meters));
      if (minute % 14 === 12) mover.courseDegrees = (courseDegrees + 40) % 360;
    }
    await timers.advance(2 * MINUTE_MS);
  }
  await service.written();
  const events = service.services.get(GeoEvents);
  const types = ['earthquake', 'storm', 'wildfire', 'volcano', 'unrest'] as const;
  const reports = Array.from(
    { length: 15 },
    (_, index): GeoEventReport => ({
      provider: ['usgs', 'eonet', 'gdacs'][index % 3] as string,
      key: `event-${index}`,
      type: types[index % types.length] as (typeof types)[number],
      title: `Event ${index}`,
      severity: ((index % 5) + 1) as GeoEventReport['severity'],
      position: { lat: 50 + index / 4, lon: index / 2 },
      startedAt: new Date(clock.now() - index * 20 * MINUTE_MS),
      endedAt: index % 4 === 0 ? null : new Date(clock.now() - index * 10 * MINUTE_MS),
      reportedAt: new Date(clock.now() - index * MINUTE_MS),
      magnitude: index % 5 === 0 ? { value: 3 + index / 5, unit: 'mww' } : undefined,
    }),
  );
  for (const report of reports) await events.report([report]);
}

const AREAS = ['', '?bbox=3,51,5,53', '?near=52,3.9&radiusMeters=40000&sort=distance', '?bbox=3,51,5,53&limit=3'];
const PATHS: readonly string[] = [
  ...AREAS.flatMap((area) => ['vessels', 'aircraft', 'events'].map((list) => `${list}${area}`)),
  'vessels?polygon=POLYGON((3 51.5,4.5 51.5,4.5 52.5,3 52.5,3 51.5))',
  'vessels?type=tanker',
  'vessels?type=cargo,passenger&minSpeedKnots=5',
  'vessels?minSpeedKnots=10',
  'vessels?station=class_b',
  'vessels?name=alpha',
  'vessels?flag=DE&limit=2',
  'aircraft?squawk=7700',
  'aircraft?callsign=TST22',
  'aircraft?onGround=true',
  'aircraft?onGround=false&limit=2',
  'events?type=earthquake,storm',
  'events?minSeverity=4',
  'events?ongoing=true',
  'events?provider=usgs&order=asc',
  'events?limit=4',
  ...[0, 5, 9, 19].flatMap((index) => [
    `vessels/${MMSI + index}`,
    `vessels/${MMSI + index}/track`,
    `vessels/${MMSI + index}/track?simplifyMeters=500&maxPoints=10`,
  ]),
  ...[20, 25, 29].flatMap((index) => [
    `aircraft/${(ICAO + index).toString(16)}`,
    `aircraft/${(ICAO + index).toString(16)}/track`,
  ]),
  'density?bbox=2,50,6,54&resolution=4&layer=vessels',
  'density?bbox=2,50,6,54&resolution=3&layer=aircraft',
];
const MAPS = ['', '&layer=vessels', '&layer=events', '&layer=aircraft,events'].map(
  (layer) => `map.svg?bbox=2,50,6,54${layer}`,
);

test('lists, objects, tracks and maps of recorded movements equal the recorded ones', async (t) => {
  const service = await historyFor(t);
  await fill(service);
  const ada = await service.signedIn();
  const rows = new Map<string, unknown>();
  const now = service.clock.now();
  const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
  for (const path of [
    ...PATHS,
    ...[1, 15, 40, 70].flatMap((minutes) => [
      `snapshot?bbox=2,50,6,54&at=${at(minutes)}`,
      `vessels?updatedSince=${at(minutes)}&limit=2`,
    ]),
    `vessels/${MMSI + 5}/track?from=${at(40)}&to=${at(10)}`,
    `snapshot?bbox=2,50,6,54&at=${at(20)}&layer=aircraft`,
  ]) {
    const { status, json } = await ada.get(`/geospatial/${encodeURI(path)}`);
    rows.set(path, { status, answer: status === 200 ? condensed(json) : null });
  }
  for (const path of [...MAPS, `vessels/${MMSI + 5}/track.svg`, `aircraft/${(ICAO + 25).toString(16)}/track.svg`]) {
    const { status, text } = await ada.get(`/geospatial/${path}`);
    // Only the counts of the legend and the titles are recorded, because other tests check the drawing.
    const words = [...text.matchAll(/>([^<>]*(?:: \d+|SHIP|TST)[^<>]*)</g)].map(([, word]) => word);
    rows.set(path, [status, [...new Set(words)].sort()]);
  }
  matchesRecording(t, 'geo-answers', rows);
});
