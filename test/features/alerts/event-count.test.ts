import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { LogCountLeaf } from '../../../src/features/alerts/condition.js';
import type { LogEventObservation } from '../../../src/features/alerts/engine/observation.js';
import { AlertScene } from '../../support/alert-scene.js';
import { FakeMarketProvider } from '../../support/fake-market-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { at, ruleOf, testEngine } from './engine/engine-rules.js';

const leaf = (more: Partial<LogCountLeaf> = {}): LogCountLeaf => ({
  type: 'event_near',
  radiusMeters: 1_000,
  windowSeconds: 60,
  loggedEventTypes: ['alert.*', 'geofence.entered'],
  ...more,
});

const event = (second: number, more: Partial<LogEventObservation> = {}): LogEventObservation => ({
  kind: 'log_event',
  eventId: randomUUID(),
  type: 'alert.firing',
  audience: 'owner',
  ownerId: 'account',
  severity: 2,
  keys: [],
  lat: null,
  lon: null,
  at: at(second),
  ...more,
});

/** Returns an engine whose rule counts events, and a function that passes events of a second to it. */
function counting(condition: LogCountLeaf, isRead = true) {
  const { engine, transitions, news } = testEngine(ruleOf(condition));
  const read = () => engine.observe({ kind: 'log_read', ruleId: 'rule', at: at(0) }, at(0));
  if (isRead) read();
  const see = (second: number, ...events: LogEventObservation[]) => {
    for (const one of events) engine.observe(one, at(second));
    engine.advance(at(second));
    return news();
  };
  return { engine, transitions, see, read, news };
}

test('a rule fires at the minimum number of events in its window, and resolves when one leaves it', (t) => {
  const { see, transitions } = counting(leaf({ minEvents: 2 }));
  t.deepEqual(see(1, event(1)), []);
  const repeated = event(5, { type: 'geofence.entered' });
  t.deepEqual(see(5, repeated, repeated), ['inactive firing condition']);
  t.like(transitions[0]?.explanation[0], { value: 2, threshold: 2, distance: 0, observedAt: at(5), isTrue: true });
  t.deepEqual(see(60), []);
  t.deepEqual(see(61), ['firing resolved condition']);
});

test('a rule with a maximum waits for the log, fires while there are few events, and ends with the next one', (t) => {
  const { engine, see, read, news } = counting(leaf({ maxEvents: 0 }), false);
  t.deepEqual(see(1), []);
  t.like(engine.evaluation('rule'), { isTrue: null });
  engine.observe({ kind: 'log_read', ruleId: 'another', at: at(0) }, at(1));
  t.deepEqual(news(), [], 'the log was read for another rule');
  read();
  t.deepEqual(news(), ['inactive firing condition']);
  t.deepEqual(see(2, event(2)), ['firing resolved condition']);
  t.deepEqual(see(62), ['inactive firing condition']);
});

test('only events that the account sees and that meet all filters count', (t) => {
  const filters = { minSeverity: 3, loggedEventKeys: ['vessel:1', 'vessel:2'], center: { lat: 10, lon: 20 } };
  const { see } = counting(leaf(filters));
  const met = { severity: 3, keys: ['vessel:2'], lat: 10, lon: 20.005 };
  const unmet: Array<Partial<LogEventObservation>> = [
    { ...met, ownerId: 'stranger' },
    { ...met, audience: 'service', ownerId: null },
    { ...met, severity: 2 },
    { ...met, keys: ['vessel:3'] },
    { ...met, lon: 20.02 },
    { ...met, lat: null, lon: null },
    { ...met, type: 'geofence.exited' },
  ];
  for (const [index, one] of unmet.entries()) t.deepEqual(see(index + 1, event(index + 1, one)), [], `${index}`);
  t.deepEqual(see(10, event(10, { ...met, audience: 'public', ownerId: null })), ['inactive firing condition']);
});

const rule = (condition: object, name = 'Many alerts') => ({ name, condition });
const price = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 10 };
const many = {
  ...leaf({ loggedEventTypes: ['alert.firing'], windowSeconds: 3_600 }),
  minEvents: 2,
  loggedEventKeys: ['symbol:AAPL.US'],
};

test('a rule counts events from before it was created, and again after a restart', async (t) => {
  const service = await serviceFor(t, { marketProviders: [new FakeMarketProvider('simulator')] });
  const ada = await service.signedIn();
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const { id } = (await ada.post('/alerts/rules', rule(many))).json;
  const stranger = await service.signedIn();
  const { id: other } = (await stranger.post('/alerts/rules', rule({ ...many, maxEvents: 5 }))).json;
  await ada.post('/alerts/rules', rule(price, 'Price'));
  await scene.quote('AAPL.US', 11);
  await scene.quote('AAPL.US', 9);
  const countOf = async (client: typeof ada, ruleId: string) =>
    (await client.get(`/alerts/rules/${ruleId}/evaluation`)).json.instances[0].results[0].value;
  t.is(await countOf(ada, id), 1);
  await scene.takeOver();
  await scene.quote('AAPL.US', 12);
  await scene.settle();
  const { items } = (await ada.get(`/alerts?ruleId=${id}`)).json;
  t.is(items.length, 1);
  t.is(items[0].state, 'firing');
  t.is(await countOf(ada, id), 2, 'the alert of the rule itself is not about the symbol');
  t.is(await countOf(stranger, other), 0, 'events of other accounts do not count');
  t.is(
    (await ada.post('/alerts/rules/preview', rule({ ...many, minEvents: 3 }))).json.instances[0].results[0].value,
    2,
  );
});

test('conditions on numbers of events are checked, and put in words', async (t) => {
  const service = await serviceFor(t, { marketProviders: [new FakeMarketProvider('simulator')] });
  const ada = await service.signedIn();
  const faults: Array<[object, string]> = [
    [{ ...many, loggedEventTypes: ['alert.unheard'] }, '/condition/loggedEventTypes/0'],
    [{ ...many, maxEvents: 1 }, '/condition/maxEvents'],
    [{ ...many, entity: 'vessel:219024336' }, '/condition/entity'],
    [{ ...many, eventType: 'earthquake' }, '/condition/eventType'],
    [{ ...many, loggedEventTypes: undefined }, '/condition/loggedEventKeys'],
    [{ ...many, loggedEventTypes: undefined, loggedEventKeys: undefined, maxEvents: 3 }, '/condition/maxEvents'],
  ];
  for (const [condition, pointer] of faults) {
    const answer = await ada.post('/alerts/rules', rule(condition));
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors[0].pointer, pointer);
  }
  const answer = await ada.post('/alerts/rules/validate', rule({ ...many, minSeverity: 3 }));
  const { description } = answer.json;
  t.regex(
    description,
    /there are at least 2 events alert.firing of severity 3 or more about symbol:AAPL.US in the last 1 hour/,
  );
  const silent = { ...many, minEvents: undefined, maxEvents: 0 };
  t.regex((await ada.post('/alerts/rules/validate', rule(silent))).json.description, /there are at most 0 events/);
});
