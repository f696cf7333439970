import test from 'ava';
import { EventStore } from '../../../../src/features/alerts/engine/event-store.js';
import type { GeoEventObservation } from '../../../../src/features/alerts/engine/observation.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const eventAt = (eventId: string, lat: number, lon: number, changes: Partial<GeoEventObservation> = {}) =>
  ({ kind: 'geo_event', eventId, type: 'earthquake', severity: 2, at: 1_000, lat, lon, ...changes }) as const;

/** Returns a store with events everywhere, many of them near the poles and the antimeridian. */
function filled(count: number) {
  const random = randomNumbers(3);
  const store = new EventStore();
  const events = Array.from({ length: count }, (_, index) => {
    const lat = index % 3 === 0 ? (index % 2 === 0 ? 1 : -1) * (80 + 10 * random()) : 180 * random() - 90;
    const lon = index % 4 === 0 ? 179.5 - 359 * (index % 8 === 0 ? 0 : 1) + random() / 2 : 360 * random() - 180;
    return eventAt(`${index}`, lat, lon);
  });
  for (const event of events) store.put(event);
  return { store, events };
}

test('a search yields every event within the circle, also around the poles and over the antimeridian', (t) => {
  const { store, events } = filled(4_000);
  const random = randomNumbers(4);
  for (let count = 0; count < 300; count += 1) {
    const place = {
      lat: [89.7, -89.7, 71.3, 0.2][count % 5] ?? 180 * random() - 90,
      lon: count % 3 === 0 ? 179.9 : 360 * random() - 180,
    };
    const radius = [1_000, 110_000, 111_000, 500_000, 3_000_000][count % 5] as number;
    const found = new Set([...store.around(place, radius)].map(({ eventId }) => eventId));
    for (const { eventId, lat, lon } of events)
      if (distanceMeters(place.lat, place.lon, lat, lon) <= radius)
        t.true(found.has(eventId), `${place.lat},${place.lon} ${radius}`);
  }
});

test('a search of a small circle yields no distant events', (t) => {
  const { store, events } = filled(4_000);
  for (const [lat, lon] of [
    [10.5, 20.5],
    [-45.2, 179.9],
    [60.7, -0.1],
  ] as const)
    for (const radius of [1_000, 100_000, 500_000])
      for (const event of store.around({ lat, lon }, radius)) {
        const narrow = Math.cos(((Math.abs(lat) + 6) * Math.PI) / 180);
        t.true(distanceMeters(lat, lon, event.lat, event.lon) < (radius * 1.6 + 330_000) / narrow);
      }
  t.is([...store.around({ lat: 0, lon: 0 }, 20_000_000)].length, events.length);
});

test('a later or more severe state of an event replaces the stored one', (t) => {
  const store = new EventStore();
  const stored = () =>
    [...store.around({ lat: 10, lon: 20 }, 1_000_000)].map(({ at, severity }) => `${at} ${severity}`);
  for (const [at, severity, isStored, state] of [
    [1_000, 2, true, '1000 2'],
    [1_000, 2, false, '1000 2'],
    [1_000, 1, false, '1000 2'],
    [1_000, 3, true, '1000 3'],
    [999, 5, false, '1000 3'],
    [1_001, 1, true, '1001 1'],
  ] as const) {
    t.is(store.put(eventAt('one', 10, 20, { at, severity })), isStored, `${at} ${severity}`);
    t.deepEqual([stored(), store.get('one')?.severity], [[state], Number(state.at(-1))]);
  }
});

test('events from before a time are forgotten, and later ones are kept', (t) => {
  const store = new EventStore();
  for (const at of [999, 1_000, 1_001]) store.put(eventAt(`${at}`, 1, 1, { at }));
  store.forget(1_000);
  t.deepEqual(
    [...store.around({ lat: 1, lon: 1 }, 1_000)].map(({ eventId }) => eventId),
    ['1000', '1001'],
  );
  t.is(store.get('999'), undefined);
});
