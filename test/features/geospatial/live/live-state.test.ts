import test from 'ava';
import { ExpiryRunner } from '../../../../src/features/geospatial/live/expiry.runner.js';
import type { Movement } from '../../../../src/features/geospatial/movement.js';
import { liveState } from '../../../support/live-state.js';
import { ManualTimers } from '../../../support/manual-timers.js';

const KEY = 219024336;

test('the values of a vessel are returned as they were reported', (t) => {
  const { picture, clock, vessel } = liveState();
  const announced = {
    station: 'class_a',
    accuracyMeters: 10,
    speedKnots: 12.3,
    courseDegrees: 271.9,
    headingDegrees: 270,
    rateOfTurnDegreesPerMinute: -3.25,
    navigationStatus: 0,
    imo: 9811000,
    name: 'EVER GIVEN',
    callsign: 'H3RC',
    shipTypeCode: 79,
    destination: 'NLRTM',
    eta: clock.now() + 86_400_000,
    draughtMeters: 14.7,
    lengthMeters: 400,
    beamMeters: 59,
    toBowMeters: 511,
    toSternMeters: 0,
    toPortMeters: 63,
    toStarboardMeters: 1,
    positionAccuracy: 'low',
    raim: true,
    classBUnit: 'carrier_sense',
    aidTypeCode: 31,
    virtual: true,
    offPosition: false,
    altitudeMeters: 300,
    sourceStation: '2573345',
  } as const;
  vessel(announced);
  const common = {
    key: KEY,
    position: { lat: 51.9, lon: 4.1 },
    observedAt: clock.now(),
    receivedAt: clock.now(),
    provider: 'test',
  };
  t.deepEqual(picture.vessels.get(KEY), { ...common, ...announced });
});

test('motion values reported as unknown are cleared, and omitted ones are kept', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({
    navigationStatus: 8,
    positionAccuracy: 'high',
    raim: true,
    classBUnit: 'sotdma',
    altitudeMeters: 300,
    virtual: true,
  });
  clock.advance(1_000);
  vessel({ positionAccuracy: 'low' });
  t.like(picture.vessels.get(KEY), {
    navigationStatus: 8,
    positionAccuracy: 'low',
    raim: true,
    classBUnit: 'sotdma',
    altitudeMeters: 300,
    toBowMeters: null,
  });
  clock.advance(1_000);
  vessel({ navigationStatus: null, raim: null, altitudeMeters: null });
  t.like(picture.vessels.get(KEY), {
    navigationStatus: null,
    positionAccuracy: 'low',
    raim: null,
    classBUnit: 'sotdma',
    altitudeMeters: null,
  });
});

test('a new aircraft in the slot of an expired one starts without the values of that one', (t) => {
  const { picture, clock, aircraft } = liveState({ SVC_AIRCRAFT_TTL_SECONDS: '60' });
  aircraft({ mach: 0.8, rssiDbfs: -3, military: true, positionSource: 'adsb' });
  clock.advance(60_000);
  t.is(picture.expire(), 1);
  aircraft({ key: 0x3c6444, windSpeedKnots: 10 });
  aircraft({ key: 0x3c6445 });
  t.like(picture.aircraft.get(0x3c6444), {
    mach: null,
    rssiDbfs: null,
    military: null,
    positionSource: null,
    windSpeedKnots: 10,
  });
  t.is(picture.aircraft.get(0x3c6445)!.windSpeedKnots, null);
});

test('the values of an aircraft are returned as they were reported', (t) => {
  const { picture, clock, aircraft } = liveState();
  const announced = {
    callsign: 'EIN123',
    registration: 'EI-DEO',
    aircraftType: 'A320',
    altitudeFeet: 36_025,
    geometricAltitudeFeet: 36_900.5,
    groundSpeedKnots: 451.3,
    trackDegrees: 123.45,
    verticalRateFpm: -64,
    squawk: '0021',
    emergency: 'none',
    onGround: false,
    category: 'A3',
    nacP: 9,
    nic: 8,
    indicatedAirspeedKnots: 278,
    trueAirspeedKnots: 452,
    mach: 0.785,
    selectedAltitudeFeet: 37_008,
    windDirectionDegrees: 359.9,
    windSpeedKnots: 35,
    rssiDbfs: -16.4,
    positionSource: 'other',
    military: false,
    operator: 'Aer Lingus',
    identitySource: 'standingdata',
    identityConflict: false,
    accuracyMeters: 30,
  } as const;
  aircraft(announced);
  const common = {
    key: 0x4ca2d6,
    position: { lat: 51.9, lon: 4.1 },
    observedAt: clock.now(),
    receivedAt: clock.now(),
    provider: 'test',
  };
  t.deepEqual(picture.aircraft.get(0x4ca2d6), { ...common, ...announced });
});

test('restored objects have their stored state and cause no movements', (t) => {
  const before = liveState();
  before.vessel({ name: 'EVER GIVEN', speedKnots: 12.3, imo: 9811000 });
  before.words({ key: 211000002, name: 'UNSEEN' });
  const after = liveState();
  after.picture.listen({ moved: () => t.fail() });
  for (const key of [KEY, 211000002]) after.picture.restore('vessels', before.picture.vessels.get(key)!);
  t.deepEqual(
    [after.picture.vessels.get(KEY), after.picture.vessels.get(2)],
    [before.picture.vessels.get(KEY), before.picture.vessels.get(2)],
  );
});

test('an object that has reported since the restart is not replaced by its stored state', (t) => {
  const { picture, clock, vessel } = liveState();
  vessel({ lat: 50 });
  const old = { ...picture.vessels.get(KEY)!, observedAt: clock.now() - 1_000 };
  clock.advance(1_000);
  vessel({ lat: 51 });
  picture.restore('vessels', old);
  t.is(picture.vessels.get(KEY)!.position!.lat, 51);
});

test('a later state stored by another process replaces the state of a vessel here', (t) => {
  const [here, there] = [liveState(), liveState()];
  here.vessel({ name: 'EVER GIVEN', speedKnots: 12.3 });
  there.clock.advance(60_000);
  there.vessel({ lat: 40, lon: 5, name: 'EVER GREEN', speedKnots: 3 });
  here.clock.advance(60_000);
  here.picture.listen({ moved: () => t.fail() });
  const { version } = here.picture.vessels;
  here.picture.restore('vessels', there.picture.vessels.get(KEY)!);
  t.deepEqual(here.picture.vessels.get(KEY), there.picture.vessels.get(KEY));
  t.deepEqual(
    [
      [39, 41],
      [51, 53],
    ].map(
      ([south, north]) =>
        here.picture.vessels.changedWithin({ west: 0, east: 10, south: south!, north: north! }, version).length,
    ),
    [1, 0],
  );
});

test('a silent vessel expires, and listeners receive its last position', async (t) => {
  const { picture, clock, log, vessel, aircraft } = liveState({
    SVC_VESSEL_TTL_SECONDS: '600',
    SVC_AIRCRAFT_TTL_SECONDS: '6000',
  });
  const gone: unknown[] = [];
  picture.listen({ moved: () => {}, expired: (...what) => gone.push(what) });
  vessel({ key: 211000001 });
  vessel({ key: 211000002 });
  aircraft();
  const seenAt = clock.now();
  const timers = new ManualTimers(clock);
  const runner = new ExpiryRunner(picture, timers, log);
  await runner.start();
  await timers.advance(590_000);
  vessel({ key: 211000002, lat: undefined, lon: undefined, name: 'STILL HERE' });
  await timers.advance(20_000);
  await runner.stop();
  t.deepEqual(gone, [['vessels', 211000001, 51.9, 4.1, seenAt]]);
  t.deepEqual(
    [picture.vessels.get(211000001), picture.vessels.size, picture.aircraft.size, timers.size],
    [undefined, 1, 1, 0],
  );
});

test('a vessel that reports after its expiry starts without its former values', (t) => {
  const { picture, clock, vessel } = liveState({ SVC_VESSEL_TTL_SECONDS: '60' });
  vessel({ name: 'EVER GIVEN', speedKnots: 12 });
  clock.advance(60_000);
  t.is(picture.expire(), 1);
  vessel();
  t.like(picture.vessels.get(KEY), { name: null, speedKnots: null });
});

test('beyond the limit new objects are rejected and counted, and known ones are still updated', (t) => {
  const { picture, clock, vessel } = liveState({ SVC_GEO_OBJECT_LIMIT: '1000' });
  const taken = Array.from({ length: 1_002 }, (_, index) => vessel({ key: 211000001 + index }));
  clock.advance(1_000);
  t.true(vessel({ key: 211000001, lat: 52 }));
  t.deepEqual([taken.filter(Boolean).length, picture.vessels.size, picture.refusals.vessels.full], [1_000, 1_000, 2]);
});

test('a movement has the previous position of the vessel', (t) => {
  const { picture, clock, vessel, words } = liveState();
  const seen: Movement[] = [];
  picture.listen({ moved: (movement) => seen.push({ ...movement }) });
  vessel({ courseDegrees: 90, speedKnots: 12.3, lon: 179.9 });
  words({ name: 'EVER GIVEN' });
  clock.advance(1_000);
  vessel({ lat: 52, lon: 180 });
  const unknown = { previousLat: Number.NaN, previousLon: Number.NaN, previousObservedAt: Number.NaN };
  const common = {
    layer: 'vessels',
    key: KEY,
    speedKnots: 12.3,
    courseDegrees: 90,
    altitudeFeet: Number.NaN,
    accuracyMeters: Number.NaN,
    provider: 'test',
  };
  const [first, second] = [clock.now() - 1_000, clock.now()];
  t.deepEqual(seen as unknown[], [
    { ...common, lat: 51.9, lon: 179.9, observedAt: first, receivedAt: first, ...unknown },
    {
      ...common,
      lat: 52,
      lon: -180,
      observedAt: second,
      receivedAt: second,
      previousLat: 51.9,
      previousLon: 179.9,
      previousObservedAt: first,
    },
  ]);
});

test('a failing listener is logged once, and the others are still called', (t) => {
  const { picture, clock, vessel, logged } = liveState();
  let count = 0;
  picture.listen({
    moved: () => {
      throw new Error('broken');
    },
  });
  const end = picture.listen({ moved: () => (count += 1) });
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(1_000);
    vessel();
  }
  end();
  clock.advance(1_000);
  t.true(vessel());
  t.deepEqual([count, logged.length], [3, 1]);
});

test('any number of provider names does not fill the memory', (t) => {
  const { picture, vessel } = liveState();
  for (let key = 1; key <= 400; key += 1) vessel({ key: 211000000 + key, provider: `made up ${key}` });
  t.deepEqual(
    [picture.vessels.get(211000001)!.provider, picture.vessels.get(211000400)!.provider],
    ['made up 1', 'other'],
  );
});

test('an overlong text is truncated', (t) => {
  const { picture, vessel } = liveState();
  vessel({ name: 'A'.repeat(100_000) });
  t.is(picture.vessels.get(KEY)!.name!.length, 120);
});

test('a number too large to be stored is unknown', (t) => {
  const { picture, vessel, aircraft } = liveState();
  vessel({ speedKnots: 1e300, draughtMeters: 1e300, lengthMeters: 1e39, accuracyMeters: 1e300 });
  aircraft({ altitudeFeet: -1e300, verticalRateFpm: Number.POSITIVE_INFINITY });
  const { speedKnots, draughtMeters, lengthMeters, accuracyMeters } = picture.vessels.get(KEY)!;
  t.deepEqual([speedKnots, draughtMeters, lengthMeters, accuracyMeters], [null, null, null, null]);
  const { altitudeFeet, verticalRateFpm } = picture.aircraft.get(0x4ca2d6)!;
  t.deepEqual([altitudeFeet, verticalRateFpm], [null, null]);
});

test('rejected reports are logged once in ten minutes, and late reports alone are not logged', async (t) => {
  const { picture, clock, log, logged, vessel } = liveState();
  const timers = new ManualTimers(clock);
  const runner = new ExpiryRunner(picture, timers, log);
  await runner.start();
  vessel();
  vessel();
  await timers.advance(600_000);
  t.deepEqual(logged, []);
  vessel({ observedAt: clock.now() - 86_400_000 });
  vessel({ observedAt: clock.now() + 86_400_000 });
  await timers.advance(1_200_000);
  await runner.stop();
  t.is(logged.length, 1);
  t.like(JSON.parse(logged[0]!), { layer: 'vessels', outdated: 1, future: 1, late: 0, full: 0 });
});
