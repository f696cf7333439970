import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { PostgresDatabase } from '../../../src/database/postgres-database.js';
import { EventLog } from '../../../src/events/event-log.js';
import { geofenceEntered, geofenceExited } from '../../../src/features/geospatial/geofences/geofences.events.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { AlertScene, alertEvents, alertsOf, startAlertService } from '../../support/alert-scene.js';
import { proxiedDatabase } from '../../support/proxied-database.js';
import { randomNumbers } from '../../support/random-numbers.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

const SEED = Number(process.env.TEST_SEED ?? 20261122);
/** Number of kills. Each costs the start of a process; a nightly run may use more. */
const KILLS = Number(process.env.ALERT_KILLS ?? 4);
const STEPS = 5 * KILLS;
const above = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 100 };
const vessels = ['vessel:219024336', 'vessel:244660000'];

type Caller = TestClient & { accountId: string };

/** A step of the test: a price, and the vessels that cross the fence at the same time. */
interface Step {
  price: number;
  crossings: Array<{ entity: string; isEntry: boolean }>;
}

function walk(seed: number, steps: number): Step[] {
  const random = randomNumbers(seed);
  const inside = new Set<string>();
  return Array.from({ length: steps }, () => {
    const crossings = vessels
      .filter(() => random() < 0.4)
      .map((entity) => {
        const isEntry = !inside.has(entity);
        if (isEntry) inside.add(entity);
        else inside.delete(entity);
        return { entity, isEntry };
      });
    return { price: random() < 0.5 ? 90 : 110, crossings };
  });
}

/** Creates an account with three rules: on a price, on a geofence, and on both. */
async function owner(service: TestService): Promise<{ ada: Caller; fence: string }> {
  const ada = await service.signedIn();
  const fence = (
    await ada.post('/geospatial/geofences', {
      name: 'Maas',
      shape: { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 1_000 },
    })
  ).json.id;
  const entry = { type: 'geofence', geofenceId: fence, transition: 'enter' };
  for (const condition of [above, entry, { type: 'all', conditions: [above, entry] }])
    await ada.post('/alerts/rules', { name: condition.type, condition });
  await service.settle();
  return { ada, fence };
}

async function cross(
  service: TestService,
  { ada, fence }: { ada: Caller; fence: string },
  { crossings }: Step,
  at: number,
): Promise<void> {
  const time = new Date(at).toISOString();
  for (const { entity, isEntry } of crossings) {
    const data = {
      geofenceId: fence,
      geofenceName: 'Maas',
      entity,
      position: null,
      occurredAt: time,
      reason: 'crossed',
      enteredAt: time,
      staySeconds: 0,
      provider: 'ais',
    } as const;
    await service.services
      .get(EventLog as Injectable<EventLog>)
      .append(isEntry ? geofenceEntered : geofenceExited, { data, ownerId: ada.accountId, time: new Date(at) });
  }
  await service.settle();
}

/** Returns the final state of an account: its alerts without their ids, and its events. */
async function outcome(service: TestService, ada: Caller) {
  const alerts = await alertsOf(ada, '&limit=200');
  const shown = alerts
    .map(
      ({ ruleName, entity, state, startedAt, resolvedAt }) =>
        `${ruleName} ${entity} ${state} ${startedAt} ${resolvedAt}`,
    )
    .sort();
  return { alerts: shown, events: (await alertEvents(service, ada)).sort() };
}

/** Returns the outcome of the same steps without a fault. @param start time of the first step (ms) */
async function undisturbed(t: ExecutionContext, steps: readonly Step[], start: number) {
  const service = await startAlertService();
  t.teardown(() => service.close());
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const world = await owner(service);
  await scene.settle();
  for (const [index, step] of steps.entries()) {
    const at = start + index * 1_000;
    service.clock.advance(at - service.clock.now());
    await cross(service, world, step, at);
    scene.observe({ kind: 'quote', symbol: 'AAPL.US', price: step.price, at });
    await scene.settle();
  }
  return outcome(service, world.ada);
}

function evaluatorOf(t: ExecutionContext, url: string): ChildProcess {
  const child = fork(join(import.meta.dirname, '../../support/alert-process.js'), [url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  return child;
}

test(`kill -9 of the evaluating process at random moments neither loses nor repeats an alert`, async (t) => {
  const random = randomNumbers(SEED);
  const steps = walk(SEED, STEPS);
  const start = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
  const service = await startAlertService();
  t.teardown(() => service.close());
  const world = await owner(service);
  // The next process starts while this one works, so that a kill does not cost a whole start.
  let [child, next] = [evaluatorOf(t, service.database.url), evaluatorOf(t, service.database.url)];
  const ready = new WeakMap([child, next].map((one) => [one, once(one, 'message')]));
  const isKilled = new Set(Array.from({ length: KILLS }, (_, index) => index * 5 + Math.floor(random() * 5)));
  for (const [index, step] of steps.entries()) {
    const at = start + index * 1_000;
    await cross(service, world, step, at);
    await ready.get(child);
    if (isKilled.has(index)) {
      child.send({ step: index, price: step.price, at });
      await wait(random() * 60);
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = next;
      next = evaluatorOf(t, service.database.url);
      ready.set(next, once(next, 'message'));
      await ready.get(child);
    }
    const handled = once(child, 'message');
    child.send({ step: index, price: step.price, at });
    t.deepEqual(await handled, [index, undefined]);
  }
  await service.settle();
  t.deepEqual(await outcome(service, world.ada), await undisturbed(t, steps, start));
});

test('after a takeover the former leader writes nothing more', async (t) => {
  const service = await startAlertService();
  t.teardown(() => service.close());
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const { ada } = await owner(service);
  await scene.settle();
  service.clock.advance(1_000);
  scene.observe({ kind: 'quote', symbol: 'AAPL.US', price: 110, at: service.clock.now() });
  const before = await scene.takeOver();
  await before.flush();
  t.deepEqual(await alertsOf(ada), []);
  await scene.quote('AAPL.US', 111);
  await before.flush();
  t.deepEqual(
    (await alertsOf(ada)).map(({ ruleName, state }) => [ruleName, state]),
    [['price', 'firing']],
  );
  t.deepEqual(await alertEvents(service, ada), ['alert.firing']);
});

test('a database outage of 20 seconds neither loses nor repeats an alert, also if a commit was not confirmed', async (t) => {
  const { proxy, connection } = await proxiedDatabase(t);
  const limits = {
    connectMs: 1_000,
    queryMs: 1_000,
    statementMs: 1_000,
    requestWaitMs: 60_000,
    backgroundWaitMs: 60_000,
  };
  const database = new PostgresDatabase(connection, () => {}, { poolSize: 4, limits });
  const service = await startAlertService({ parts: { database } });
  t.teardown(async () => {
    proxy.resume();
    await service.close();
    await database.close();
  });
  const scene = await AlertScene.of(service);
  const { ada } = await owner(service);
  await scene.settle();
  const observe = (price: number) => {
    service.clock.advance(5_000);
    scene.observe({ kind: 'quote', symbol: 'AAPL.US', price, at: service.clock.now() });
  };
  await proxy.refuse();
  for (const price of [110, 90, 111, 112]) {
    observe(price);
    await scene.write();
  }
  await proxy.accept();
  await scene.settle();
  const states = async () => (await alertsOf(ada)).map(({ state }) => state);
  t.deepEqual(await states(), ['resolved', 'firing']);
  observe(90);
  proxy.loseAnswerTo('COMMIT');
  await scene.write();
  proxy.resume();
  await scene.settle();
  t.deepEqual(await states(), ['resolved', 'resolved']);
  const { rows } = await database.query<{ type: string }>(
    `select type from events where owner_id = $1 and type like 'alert.%' order by position`,
    [ada.accountId],
  );
  t.deepEqual(
    rows.map(({ type }) => type),
    ['alert.firing', 'alert.resolved', 'alert.firing', 'alert.resolved'],
  );
  await scene.stop();
});
