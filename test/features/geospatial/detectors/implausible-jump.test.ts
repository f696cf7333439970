import test from 'ava';
import { ImplausibleJump } from '../../../../src/features/geospatial/detectors/implausible-jump.js';
import { Scene } from './scene.js';

/** Names of vessels and aircraft by key. */
const names: Record<number, string> = { 219000001: 'EMMA', 5017297: 'BAW123' };
const make = (publish: ConstructorParameters<typeof ImplausibleJump>[0]) =>
  new ImplausibleJump(publish, (_, key) => names[key]);

test('a vessel that is 200 km away ten seconds later has jumped', (t) => {
  const { events } = new Scene(make).reportVessel(219024336, 55, 12).wait(10).reportVessel(219024336, 53.2, 12);
  t.like(events, [
    { type: 'implausible_jump', severity: 2, entities: ['vessel:219024336'], position: { lat: 53.2, lon: 12 } },
  ]);
  t.is(events[0]?.title, 'MMSI 219024336: position jump of 200 km');
  t.like(events[0]?.details, { jumps: 1, meters: 200_151, fromLat: 55, fromLon: 12 });
});

test('the title of a jump names the vessel or aircraft when its name is known, with its number', (t) => {
  const { events } = new Scene(make)
    .reportVessel(219000001, 55, 12)
    .reportAircraft(0x4c8ed1, 10, 12)
    .wait(10)
    .reportVessel(219000001, 53.2, 12)
    .reportAircraft(0x4c8ed1, 20, 12);
  t.deepEqual(
    events.map(({ title }) => title),
    ['EMMA (vessel 219000001): position jump of 200 km', 'BAW123 (aircraft 4c8ed1): position jump of 1112 km'],
  );
});

test('the same distance in a day is not a jump, nor is position noise', (t) => {
  t.deepEqual(new Scene(make).reportVessel(1, 55, 12).wait(86_400).reportVessel(1, 53.2, 12).events, []);
  t.deepEqual(new Scene(make).reportVessel(1, 55, 12).wait(1).reportVessel(1, 55.02, 12).events, []);
});

test('crossing the antimeridian is not a jump', (t) => {
  t.deepEqual(new Scene(make).reportVessel(1, 0, 179.999).wait(10).reportVessel(1, 0, -179.999).events, []);
});

test('jumps of two transponders with one number are one event whose severity rises; it ends after an hour without a jump', (t) => {
  const scene = new Scene(make);
  for (let turn = 0; turn < 10; turn += 1) scene.reportVessel(5, turn % 2 === 0 ? 10 : 40, 20).wait(10);
  t.is(scene.events.length, 1);
  t.deepEqual(
    scene.detections.map(({ severity }) => severity),
    [2, 3],
  );
  scene.wait(3_700);
  t.truthy(scene.events[0]?.endedAt);
  t.is(scene.events[0]?.details?.jumps, 9);
});

test('a fast jet is not a jump', (t) => {
  t.deepEqual(new Scene(make).reportAircraft(0xae1234, 50, 8).wait(120).reportAircraft(0xae1234, 50.7, 8).events, []);
});
