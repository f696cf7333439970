import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { EventLog } from '../../../../src/events/event-log.js';
import { geofenceEntered, geofenceExited } from '../../../../src/features/geospatial/geofences/geofences.events.js';
import { ReceptionCounter } from '../../../../src/features/geospatial/reception/reception-counter.js';
import { ReceptionWriterRunner } from '../../../../src/features/geospatial/reception/reception-writer.runner.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';

const rotterdam = { lat: 51.95, lon: 4.05 };
const singapore = { lat: 1.2, lon: 103.8 };
const path = '/alerts/rules/robustness';

interface Place {
  lat: number;
  lon: number;
}

/** Starts a service, optionally some time before a full hour, whose geofences vessels of labelled feeds enter. */
async function labelled(t: ExecutionContext, env: Record<string, string> = {}, beforeHourMs?: number) {
  const service = await serviceFor(t, { env });
  const { services, clock } = service;
  if (beforeHourMs !== undefined) clock.advance(2 * HOUR - (clock.now() % HOUR) - beforeHourMs);
  const ada = await service.signedIn('Ada');
  /** Creates a geofence and a rule about entries. */
  const watch = async (name: string, { lat, lon }: Place) => {
    const shape = { type: 'circle', center: { lat, lon }, radiusMeters: 5_000 };
    const fence = await ada.post('/geospatial/geofences', { name, shape });
    t.is(fence.status, 201);
    const condition = { type: 'geofence', geofenceId: fence.json.id, transition: 'enter' };
    const rule = await ada.post('/alerts/rules', { name, condition });
    t.is(rule.status, 201, rule.text);
    return { fenceId: fence.json.id as string, ruleId: rule.json.id as string };
  };
  /** Lets a vessel cross a geofence now, in a cell in which some feeds receive vessels. */
  const cross = async (geofenceId: string, place: Place, feeds: readonly string[], type = geofenceEntered) => {
    const now = clock.now();
    const report = { ...place, observedAt: now, receivedAt: now, provider: 'ais' };
    for (const feed of feeds) services.get(ReceptionCounter).count(feed, 'vessels', report);
    await services.get(ReceptionWriterRunner).settle();
    const time = new Date(now);
    const at = time.toISOString();
    const data = {
      ...{ geofenceId, geofenceName: 'Fence', entity: 'vessel:219024336', position: place, provider: 'ais' },
      ...{ occurredAt: at, enteredAt: at, reason: 'crossed' as const, staySeconds: 0 },
    };
    await services.get(EventLog).append(type, { data, ownerId: ada.accountId, time });
    await service.settle();
  };
  const assess = async (body: object = { days: 1 }) => {
    const { status, json, text } = await ada.post(path, body);
    t.is(status, 200, text);
    return json;
  };
  return { ...service, ada, watch, cross, assess };
}

test('an alert that hangs on one feed names it as its single point of failure; one that two feeds carry does not', async (t) => {
  const { watch, cross, assess, clock } = await labelled(t);
  const [alone, shared] = [await watch('Alone', rotterdam), await watch('Shared', singapore)];
  await cross(alone.fenceId, rotterdam, ['ais.tcp']);
  await cross(shared.fenceId, singapore, ['ais.tcp', 'ais.aisstream']);
  clock.advance(MINUTE);
  const { items, feeds } = await assess();
  const of = (ruleId: string) => items.find((one: { ruleId: string }) => one.ruleId === ruleId);
  t.like(of(alone.ruleId), { alertCount: 1, feeds: ['ais.tcp'], unjudged: [], wrong: [] });
  t.like(of(alone.ruleId).alerts[0], { judged: true, singlePointsOfFailure: ['ais.tcp'], late: [] });
  t.like(of(shared.ruleId), { alertCount: 1, feeds: ['ais.aisstream', 'ais.tcp'] });
  t.like(of(shared.ruleId).alerts[0], { judged: true, singlePointsOfFailure: [] });
  t.like(feeds[0], { feed: 'ais.tcp', ruleCount: 2, missingAlertCount: 1, worthFraction: 0.5 });
  const other = feeds.find(({ feed }: { feed: string }) => feed === 'ais.aisstream');
  t.like(other, { ruleCount: 1, missingAlertCount: 0, worthFraction: 0 });
});

test('while one feed is cut for an hour, alerts hang on the other one alone', async (t) => {
  const { watch, cross, assess, clock } = await labelled(t, {}, 4 * MINUTE);
  const { fenceId, ruleId } = await watch('Harbor', rotterdam);
  const minutes = (count: number) => clock.advance(count * MINUTE);
  await cross(fenceId, rotterdam, ['ais.tcp', 'ais.aisstream']);
  minutes(1);
  await cross(fenceId, rotterdam, ['ais.tcp', 'ais.aisstream'], geofenceExited as never);
  minutes(4);
  await cross(fenceId, rotterdam, ['ais.aisstream']);
  minutes(1);
  const [rule] = (await assess({ days: 1, ruleIds: [ruleId] })).items;
  t.deepEqual(
    rule.alerts.map(({ singlePointsOfFailure }: { singlePointsOfFailure: string[] }) => singlePointsOfFailure),
    [[], ['ais.aisstream']],
  );
});

test('an alert whose reception is not stored cannot be judged, and counts for no feed', async (t) => {
  const { watch, cross, assess, clock } = await labelled(t);
  const { fenceId } = await watch('Unknown', rotterdam);
  await cross(fenceId, rotterdam, []);
  clock.advance(MINUTE);
  const { items, feeds } = await assess();
  t.like(items[0].alerts[0], { judged: false, singlePointsOfFailure: [] });
  t.is(items[0].unjudged[0].pointer, '');
  t.regex(items[0].unjudged[0].detail, /^The feeds of 1 of the transitions of geofences are unknown/);
  t.true(feeds.every(({ worthFraction }: { worthFraction: number | null }) => worthFraction === null));
});

test('conditions whose data no feed carries are named as not judged', async (t) => {
  const { ada, assess } = await labelled(t);
  const { feed } = (await ada.get('/health/feeds')).json.items[0];
  await ada.post('/alerts/rules', { name: 'Feed', condition: { type: 'feed_stale', feed, seconds: 60 } });
  const { items } = await assess();
  t.true(items[0].alerts.every(({ judged }: { judged: boolean }) => !judged));
  t.regex(items[0].unjudged[0].detail, /ages of feeds are not stored/);
});

test('a rule about prices of one provider hangs on its feed', async (t) => {
  const { ada, assess } = await labelled(t);
  const condition = { type: 'price', symbol: 'BTC-USD.CC', operator: 'above', threshold: 1 };
  await ada.post('/alerts/rules', { name: 'Bitcoin', condition });
  const { items, feeds } = await assess();
  t.deepEqual(items[0].feeds, ['markets.simulator']);
  t.like(items[0].alerts[0], { judged: true, singlePointsOfFailure: ['markets.simulator'] });
  t.like(feeds[0], { feed: 'markets.simulator', worthFraction: 1 });
});

test('an account without rules has an empty result, also without feeds of the map', async (t) => {
  const none = { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: 'none', SVC_EVENT_SOURCES: 'none' };
  const { assess } = await labelled(t, none);
  t.like(await assess({ days: 7 }), { items: [], omittedRules: [] });
});

test('the number of days is 1 to 7, and rules of other accounts are not found', async (t) => {
  const { ada, signedIn, watch } = await labelled(t);
  const { ruleId } = await watch('Mine', rotterdam);
  t.is((await ada.post(path, { days: 0 })).status, 400);
  t.is((await ada.post(path, { days: 8 })).status, 400);
  t.is((await ada.post(path, { days: 1, ruleIds: [] })).status, 400);
  const carl = await signedIn('Carl');
  isProblem(t, await carl.post(path, { days: 1, ruleIds: [ruleId] }), 404, 'not_found');
});

test('rules beyond 20 are omitted, and the response says so', async (t) => {
  const { ada, assess } = await labelled(t);
  const { feed } = (await ada.get('/health/feeds')).json.items[0];
  const condition = { type: 'feed_stale', feed, seconds: 60 };
  for (let index = 0; index < 21; index += 1) await ada.post('/alerts/rules', { name: `Rule ${index}`, condition });
  const { items, omittedRules } = await assess();
  t.is(items.length, 20);
  t.deepEqual(
    omittedRules.map(({ name }: { name: string }) => name),
    ['Rule 20'],
  );
});
