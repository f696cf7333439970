import test from 'ava';
import { liveState } from '../../../support/live-state.js';

const MINUTE = 60_000;
const KEY = 219024336;

test('a late report never changes the position of a vessel', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({ lat: 52, lon: 4.2, speedKnots: 12.3 });
  t.false(vessel({ observedAt: clock.now() - 1, lat: 51, lon: 4, speedKnots: 3 }));
  const { position, speedKnots } = picture.vessels.get(KEY)!;
  t.deepEqual({ position, speedKnots }, { position: { lat: 52, lon: 4.2 }, speedKnots: 12.3 });
  t.is(picture.refusals.vessels.late, 1);
});

test('a repeated report changes nothing', (t) => {
  const { picture, vessel } = liveState();
  vessel({ name: 'EVER GIVEN' });
  const { version } = picture.vessels;
  t.false(vessel({ name: 'EVER GIVEN' }));
  t.is(picture.vessels.version, version);
});

test('a late report may still set the name, but the provider of the position is unchanged', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel();
  t.true(vessel({ observedAt: clock.now() - MINUTE, lat: 51, provider: 'other', name: 'EVER GIVEN' }));
  const { name, position, provider, observedAt } = picture.vessels.get(KEY)!;
  t.deepEqual(
    { name, lat: position?.lat, provider, observedAt },
    { name: 'EVER GIVEN', lat: 51.9, provider: 'test', observedAt: clock.now() },
  );
});

test('an older name does not replace a newer one', (t) => {
  const { picture, clock, words } = liveState();
  words({ name: 'NEW NAME' });
  t.false(words({ observedAt: clock.now() - 1, name: 'OLD NAME' }));
  t.is(picture.vessels.get(KEY)!.name, 'NEW NAME');
});

test('a report without a position leaves the time of the position as it was', (t) => {
  const { picture, clock, vessel, words } = liveState();
  vessel();
  const fixedAt = clock.now();
  clock.advance(MINUTE);
  words({ speedKnots: 7.5, destination: 'ROTTERDAM' });
  const { observedAt, speedKnots, destination, receivedAt } = picture.vessels.get(KEY)!;
  t.deepEqual(
    { observedAt, speedKnots, destination, receivedAt },
    { observedAt: fixedAt, speedKnots: 7.5, destination: 'ROTTERDAM', receivedAt: clock.now() },
  );
});

test('a position between two positions of another source is used if it is newer, and the newer speed is kept', (t) => {
  const { picture, clock, vessel, words } = liveState();
  vessel({ lat: 51, provider: 'one' });
  clock.advance(10_000);
  words({ speedKnots: 20, provider: 'one' });
  t.true(vessel({ observedAt: clock.now() - 5_000, lat: 51.01, speedKnots: 3, provider: 'two' }));
  const { position, speedKnots, observedAt } = picture.vessels.get(KEY)!;
  t.deepEqual(
    { lat: position?.lat, speedKnots, observedAt },
    { lat: 51.01, speedKnots: 20, observedAt: clock.now() - 5_000 },
  );
});

test('motion data that is no longer available is cleared, and static data is kept', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({
    speedKnots: 12,
    headingDegrees: 90,
    navigationStatus: 0,
    name: 'EVER GIVEN',
    lengthMeters: 400,
    station: 'class_a',
  });
  clock.advance(1_000);
  vessel({ speedKnots: null, navigationStatus: null, name: null, lengthMeters: null });
  const { speedKnots, headingDegrees, navigationStatus, name, lengthMeters, station } = picture.vessels.get(KEY)!;
  t.deepEqual(
    { speedKnots, headingDegrees, navigationStatus, name, lengthMeters, station },
    {
      speedKnots: null,
      headingDegrees: 90,
      navigationStatus: null,
      name: 'EVER GIVEN',
      lengthMeters: 400,
      station: 'class_a',
    },
  );
});

test('a fix more than a minute in the future is rejected as a wrong clock, and counted', (t) => {
  const { picture, clock, vessel } = liveState();
  t.false(vessel({ observedAt: clock.now() + MINUTE + 1 }));
  t.true(vessel({ observedAt: clock.now() + MINUTE }));
  t.is(picture.refusals.vessels.future, 1);
});

test('a fix slightly in the future counts as observed now and does not block other sources', (t) => {
  const { picture, clock, vessel } = liveState();
  t.true(vessel({ observedAt: clock.now() + 55_000, provider: 'ahead' }));
  t.is(picture.vessels.get(KEY)!.observedAt, clock.now());
  clock.advance(1_000);
  t.true(vessel({ lat: 52, provider: 'other' }));
  t.like(picture.vessels.get(KEY), { position: { lat: 52, lon: 4.1 }, provider: 'other', observedAt: clock.now() });
});

test('fixes of a clock that is slightly fast are used in the order of arrival', (t) => {
  const { picture, clock, vessel } = liveState();
  for (const lat of [51, 51.1, 51.2]) t.true(vessel({ lat, observedAt: clock.now() + 20_000 + lat }));
  const { position, observedAt } = picture.vessels.get(KEY)!;
  t.deepEqual([position?.lat, Math.floor(observedAt)], [51.2, clock.now()]);
});

test('a sender that is still received keeps its old position and the age of that position', (t) => {
  const { picture, clock, aircraft } = liveState({ SVC_AIRCRAFT_TTL_SECONDS: '300' });
  const key = 0x4ca2d6;
  const fixedAt = clock.now() - 290_000;
  t.true(aircraft({ observedAt: fixedAt, heardAt: clock.now() - 3_000, trackDegrees: 90 }));
  clock.advance(60_000);
  t.is(picture.expire(), 0);
  t.true(aircraft({ observedAt: fixedAt, heardAt: clock.now() - 1_000, trackDegrees: 100, lat: 51.9, lon: 4.1 }));
  t.like(picture.aircraft.get(key), { observedAt: fixedAt, trackDegrees: 100, receivedAt: clock.now() });
  t.false(aircraft({ observedAt: fixedAt, heardAt: clock.now() - 1_000, trackDegrees: 100 }));
  clock.advance(299_000);
  t.is(picture.expire(), 1);
});

test('the time at which a sender was last received is not in the future', (t) => {
  const { picture, clock, aircraft } = liveState({ SVC_AIRCRAFT_TTL_SECONDS: '60' });
  aircraft({ heardAt: clock.now() + 3_600_000 });
  clock.advance(MINUTE);
  t.is(picture.expire(), 1);
});

test('a fix older than the expiry is ignored and counted', (t) => {
  const { picture, clock, aircraft } = liveState({ SVC_AIRCRAFT_TTL_SECONDS: '60' });
  t.false(aircraft({ observedAt: clock.now() - MINUTE }));
  t.true(aircraft({ observedAt: clock.now() - MINUTE + 1 }));
  t.is(picture.refusals.aircraft.outdated, 1);
});

test('reports without a valid time or key are ignored and counted', (t) => {
  const { picture, vessel } = liveState();
  const taken = [
    { observedAt: Number.NaN },
    { observedAt: Number.POSITIVE_INFINITY },
    { key: 1.5 },
    { key: Number.NaN },
  ].map((report) => vessel(report));
  t.deepEqual(
    [...taken, picture.refusals.vessels.impossible, picture.vessels.size],
    [false, false, false, false, 4, 0],
  );
});

test('an invalid position is ignored, and the other values are used', (t) => {
  const { picture, vessel } = liveState();
  t.true(vessel({ lat: 91, lon: 181, name: 'EVER GIVEN' }));
  t.like(picture.vessels.get(KEY), { position: null, name: 'EVER GIVEN' });
});
