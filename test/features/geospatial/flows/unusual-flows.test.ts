import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { PassageDays } from '../../../../src/features/geospatial/flows/passage-days.js';
import { UnusualFlows } from '../../../../src/features/geospatial/flows/unusual-flows.service.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { DAY, HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const midnight = Date.UTC(2026, 10, 20);
const { signal } = new AbortController();

async function sea(t: ExecutionContext) {
  const clock = new ManualClock(midnight + 20 * MINUTE);
  const service = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' }, parts: { clock } });
  const repository = service.services.get(FlowRepository);
  const store = async (daysAgo: number, tankers: number, { others = 0, counted = 24, heard = 24 } = {}) => {
    const days = new PassageDays();
    const day = midnight - daysAgo * DAY;
    for (let hour = 0; hour < counted; hour += 1) days.hear(COUNTED, day + hour * HOUR);
    for (let hour = 0; hour < heard; hour += 1) days.hear('hormuz', day + hour * HOUR);
    const passing = { key: 636019825, isForward: true, deadweight: null };
    for (let at = 0; at < tankers + others; at += 1)
      days.pass('hormuz', day + at * MINUTE, { ...passing, shipType: at < tankers ? 'tanker' : 'fishing' });
    await repository.add(false, days.take());
  };
  const publish = async () => {
    await service.services.get(UnusualFlows).publish(signal);
    await service.settle();
    // A new account reads each time, because the clock advances beyond the lifetime of an access token.
    return (await (await service.signedIn()).get('/timeline?type=flow.unusual')).json.items as Json[];
  };
  return { clock, store, publish };
}

test('an unusual day is published once, with its z-score and the base rate of such days', async (t) => {
  const { clock, store, publish } = await sea(t);
  for (let ago = 2; ago <= 180; ago += 1) await store(ago, ago === 47 ? 0 : 25, { others: 30 });
  await store(1, 2, { others: 30 });
  const [event, ...others] = await publish();
  t.is(others.length, 0);
  t.is(event?.title, 'Strait of Hormuz: 2 tankers in a day, 25 expected (z -4.6)');
  t.is(event?.severity, 2);
  t.like(event?.data, {
    flowId: 'hormuz',
    vessels: 'tanker',
    symbol: 'HORMUZ-TANKERS.FLOW',
    day: '2026-11-19',
    passageCount: 2,
    baselineMean: 25,
    zScore: -4.6,
    comparedDays: 120,
    baseRateFraction: 0.0083,
    countedFraction: 1,
    receivedFraction: 1,
    simulated: false,
  });
  clock.advance(HOUR);
  t.is((await publish()).length, 1);
});

test('a day is compared fifteen minutes after its end, and not before', async (t) => {
  const { clock, store, publish } = await sea(t);
  for (let ago = 0; ago <= 60; ago += 1) await store(ago, ago === 0 ? 60 : 10);
  t.is((await publish()).length, 0);
  clock.advance(DAY - 6 * MINUTE);
  t.is((await publish()).length, 0, 'fourteen minutes after midnight');
  clock.advance(2 * MINUTE);
  const [event] = await publish();
  t.like(event?.data, { day: '2026-11-20', passageCount: 60, comparedDays: 32 });
  t.is(event?.severity, 3);
});

test('a fall with less reception than usual, and a day that was hardly counted, are not published', async (t) => {
  const fallen = await sea(t);
  for (let ago = 2; ago <= 60; ago += 1) await fallen.store(ago, 40);
  await fallen.store(1, 3, { heard: 21 });
  t.is((await fallen.publish()).length, 0);
  const uncounted = await sea(t);
  for (let ago = 2; ago <= 60; ago += 1) await uncounted.store(ago, 40);
  await uncounted.store(1, 3, { counted: 21, heard: 24 });
  t.is((await uncounted.publish()).length, 0);
  const heard = await sea(t);
  for (let ago = 2; ago <= 60; ago += 1) await heard.store(ago, 40);
  await heard.store(1, 3, { counted: 22, heard: 22 });
  const [event] = await heard.publish();
  t.like(event?.data, { passageCount: 3, vessels: 'all' });
});
