import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { portDirectory } from '../../../../src/features/geospatial/ports/port.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import { CongestionService } from '../../../../src/features/geospatial/waiting/congestion.service.js';
import { WaitingRepository } from '../../../../src/features/geospatial/waiting/waiting.repository.js';
import { waitingAt } from '../../../../src/features/geospatial/waiting/waiting-count.js';
import { waitingPorts } from '../../../../src/features/geospatial/waiting/waiting-ports.js';
import { WaitingSamplerRunner } from '../../../../src/features/geospatial/waiting/waiting-sampler.runner.js';
import type { WaitingProperties, WaitingType } from '../../../../src/features/geospatial/waiting/waiting-ship.js';
import { Log } from '../../../../src/logging/log.js';
import type { Services } from '../../../../src/wiring/services.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 12, 30);
const ports = new PortTable();
const tanker = { station: 'class_a', shipTypeCode: 80, navigationStatus: 1, speedKnots: 0 } as const;
const drifting = { ...tanker, navigationStatus: 0, speedKnots: 0.5 };

/** Returns a position at a distance (km) from the port of a code. */
const off = (locode: string, kilometers: number, bearing = 180) => {
  const { position } = portDirectory().byLocode.get(locode) as { position: { lat: number; lon: number } };
  return destination(position.lat, position.lon, bearing, kilometers * 1_000);
};
/** Returns the port off which a ship waits at a distance (km) south of Funchal. */
const waits = (ship: WaitingProperties, kilometers = 20) => {
  const { lat, lon } = off('PTFNC', kilometers);
  return waitingAt(ship, lat, lon, ports)?.locode;
};

test('a ship waits from 6 km to 60 km off its port', (t) => {
  for (const ship of [tanker, drifting]) {
    t.is(waits(ship, 5.99), undefined);
    t.is(waits(ship, 6.01), 'PTFNC');
    t.is(waits(ship, 59.99), 'PTFNC');
    t.is(waits(ship, 60.01), undefined);
  }
});

test('a ship waits at anchor below 3 knots, and otherwise below 1 knot, unless it is moored or aground', (t) => {
  t.is(waits({ ...tanker, speedKnots: 2.9 }), 'PTFNC');
  t.is(waits({ ...tanker, speedKnots: 3 }), undefined);
  t.is(waits({ ...tanker, speedKnots: null }), 'PTFNC');
  for (const navigationStatus of [0, 2, 15, null]) {
    t.is(waits({ ...drifting, navigationStatus, speedKnots: 0.9 }), 'PTFNC');
    t.is(waits({ ...drifting, navigationStatus, speedKnots: 1 }), undefined);
    t.is(waits({ ...drifting, navigationStatus, speedKnots: null }), undefined);
  }
  for (const navigationStatus of [5, 6]) t.is(waits({ ...tanker, navigationStatus }), undefined);
});

test('cargo ships and tankers of class A count, other vessels do not', (t) => {
  for (const code of [70, 79, 80, 89]) t.is(waits({ ...tanker, shipTypeCode: code }), 'PTFNC');
  for (const code of [69, 90, 30, 0, null]) t.is(waits({ ...tanker, shipTypeCode: code }), undefined);
  for (const station of ['class_b', 'base_station', 'other'] as const) t.is(waits({ ...tanker, station }), undefined);
});

test('the nearest large port wins, and a stopped ship without an anchor is at the berth of a smaller port', (t) => {
  const { lat, lon } = off('PLGDY', 7, 90);
  t.is(waitingAt(tanker, lat, lon, ports)?.locode, 'PLGDY');
  const south = off('PLGDN', 7, 60);
  t.is(waitingAt(tanker, south.lat, south.lon, ports)?.locode, 'PLGDN');
  // Europoort is a medium port on the coast west of Rotterdam.
  const small = off('NLEUR', 1, 300);
  t.is(waitingAt(tanker, small.lat, small.lon, ports)?.locode, 'NLRTM');
  t.is(waitingAt(drifting, small.lat, small.lon, ports), undefined);
  const outside = off('NLEUR', 10, 300);
  t.is(waitingAt(drifting, outside.lat, outside.lon, ports)?.locode, 'NLRTM');
});

async function sea(t: ExecutionContext) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' }, parts: { clock, timers } });
  const live = service.services.get(LiveState);
  const report = (key: number, place: { lat: number; lon: number }, more: object = {}) => {
    const at = clock.now();
    const { station, shipTypeCode, navigationStatus, speedKnots } = { ...tanker, ...more };
    const times = { observedAt: at, receivedAt: at };
    return live.takeVessel({
      ...{ key, provider: 'test', ...place, ...times, station, shipTypeCode, navigationStatus, speedKnots },
    });
  };
  const hours = async (locode = 'PTFNC', shipType?: readonly WaitingType[]) => {
    const request = { from: new Date(Date.UTC(2026, 10, 20, 11)), interval: 'hour', shipType } as const;
    const { buckets } = await service.services.get(CongestionService).read(locode, request);
    return buckets.map(({ mean }) => mean ?? null);
  };
  return { ...service, clock, timers, report, hours };
}

/** Starts a leader, which ends with the test. */
async function lead(t: ExecutionContext, services: Services, clock: ManualClock, timers: ManualTimers) {
  const [live, repository, log] = [services.get(LiveState), services.get(WaitingRepository), services.get(Log)];
  const runner = new WaitingSamplerRunner(live, ports, repository, clock, timers, log);
  await runner.start();
  t.teardown(() => runner.stop());
  return runner;
}

test('the leader counts the ships once in the last ten minutes of each hour, by type', async (t) => {
  const { services, clock, timers, report, hours } = await sea(t);
  const runner = await lead(t, services, clock, timers);
  const sample = async (minutes: number) => {
    await timers.advance(minutes * MINUTE);
    await runner.settle();
  };
  const reportAll = () => {
    report(636019825, off('PTFNC', 20));
    report(636019826, off('PTFNC', 25), { shipTypeCode: 70 });
    report(636019827, off('PTFNC', 3), { navigationStatus: 5 });
  };
  reportAll();
  await sample(19);
  t.deepEqual(await hours(), [null, null], 'at 12:49');
  await sample(1);
  t.deepEqual(await hours(), [null, 2], 'at 12:50');
  report(636019828, off('PTFNC', 30));
  await sample(9);
  t.deepEqual(await hours(), [null, 2], 'a ship that arrives later counts in the next hour');
  reportAll();
  await sample(51);
  t.deepEqual(await hours(), [null, 2, 3]);
  t.deepEqual(await hours('PTFNC', ['tanker']), [null, 1, 2]);
  t.deepEqual(await hours('PTFNC', ['cargo']), [null, 1, 1]);
});

test('an hour without reception near the port is unknown, and one with any vessel near it is known', async (t) => {
  const { services, clock, timers, report, hours } = await sea(t);
  const runner = await lead(t, services, clock, timers);
  report(636019825, off('PTFNC', 20));
  report(244660000, off('MACAS', 1), { station: 'class_b', shipTypeCode: 36, speedKnots: 5 });
  report(992440000, off('FIHEL', 1), { station: 'aid_to_navigation' });
  await timers.advance(20 * MINUTE);
  await runner.settle();
  t.deepEqual(await hours('PTFNC'), [null, 1]);
  t.deepEqual(await hours('MACAS'), [null, 0]);
  t.deepEqual(await hours('FIHEL'), [null, null], 'a buoy does not show reception');
  t.deepEqual(await hours('NLRTM'), [null, null]);
  // No report arrives for more than an hour, so that the ship is not known to wait still.
  await timers.advance(HOUR);
  await runner.settle();
  t.deepEqual(await hours('PTFNC'), [null, 1, null]);
});

test('a change of the leader in an hour does not count twice, and a new leader first receives for ten minutes', async (t) => {
  const { services, clock, timers, report, hours } = await sea(t);
  const first = await lead(t, services, clock, timers);
  report(636019825, off('PTFNC', 20));
  await timers.advance(20 * MINUTE);
  await first.settle();
  await first.stepDown();
  report(636019826, off('PTFNC', 21));
  clock.advance(-5 * MINUTE);
  const second = await lead(t, services, clock, timers);
  await timers.advance(10 * MINUTE);
  await second.settle();
  t.deepEqual(await hours(), [null, 1]);
  await second.stepDown();
  await timers.advance(HOUR - 11 * MINUTE);
  report(636019826, off('PTFNC', 21));
  const third = await lead(t, services, clock, timers);
  await timers.advance(9 * MINUTE);
  await third.settle();
  t.deepEqual(await hours(), [null, 1, null], 'nine minutes after its start');
  await timers.advance(MINUTE);
  await third.settle();
  t.is((await hours())[2], 1, 'ten minutes after its start');
});

test('ships are counted off all large ports with a UN/LOCODE', (t) => {
  const large = portDirectory().ports.filter(({ size, locode }) => size === 'large' && locode !== null);
  t.deepEqual([...waitingPorts().keys()].sort(), large.map(({ locode }) => locode).sort());
  t.is(large.length, 150);
});
