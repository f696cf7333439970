import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { FlowCounterRunner } from '../../../../src/features/geospatial/flows/flow-counter.runner.js';
import { ForgetOldFlowsJob } from '../../../../src/features/geospatial/flows/forget-old-flows.job.js';
import { OwnFlows } from '../../../../src/features/geospatial/flows/own-flows.records.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';

/** A line across the North Sea, from its western corner to its eastern one; its right is in the south. */
const line = [
  { lat: 54, lon: 3 },
  { lat: 54, lon: 4 },
];
const approach = { name: 'Dogger', forwardLabel: 'southbound', backwardLabel: 'northbound', line };

async function sea(t: ExecutionContext, env: Record<string, string> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12, 30));
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none', ...env }, parts: { clock, timers } });
  const [live, runner] = [service.services.get(LiveState), service.services.get(FlowCounterRunner)];
  await runner.start();
  t.teardown(() => runner.stop());
  const report = (lat: number) =>
    live.takeVessel({
      key: 219024336,
      provider: 'test',
      station: 'class_a',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat,
      lon: 3.5,
      speedKnots: 12,
    });
  /** Sails across the line from north to south, or back. */
  const sail = async (first: number, second: number) => {
    report(first);
    clock.advance(6 * MINUTE);
    report(second);
    await runner.settle();
  };
  return { ...service, clock, runner, sail, ada: await service.signedIn() };
}

test('passages across a line of an account are counted from the next full hour on', async (t) => {
  const { ada, runner, sail, clock } = await sea(t);
  const { status, json, headers } = await ada.post('/geospatial/flows', approach);
  t.is(status, 201);
  t.is(headers.get('location'), `/api/v1/geospatial/flows/${json.id}`);
  t.like(json, { name: 'Dogger', kind: 'own', line, countedSince: '2026-11-20T13:00:00.000Z' });
  t.deepEqual((await ada.get(`/geospatial/flows/${json.id}`)).json, json);
  t.deepEqual((await ada.get('/geospatial/flows?kind=own')).json.items, [json]);
  t.is((await ada.get('/geospatial/flows')).json.items[0].id, json.id);

  await runner.update();
  await sail(54.01, 53.99);
  clock.advance(HOUR);
  await sail(53.99, 54.01);
  await ada.refresh();
  const path = `/geospatial/flows/${json.id}/series?interval=hour&from=2026-11-20T11:00:00Z`;
  const series = (await ada.get(path)).json;
  const counts = series.items.map((hour: { [field: string]: unknown }) => [hour.passageCount, hour.countedFraction]);
  // The vessel was received before the hour began, so its passage is shown, but the hour is not one that was counted.
  t.deepEqual(counts, [
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  t.deepEqual(series.byDirection, [
    { direction: 'backward', passageCount: 1 },
    { direction: 'forward', passageCount: 1 },
  ]);
  t.is((await ada.get(`/geospatial/flows/${json.id}/series.svg`)).status, 200);
});

test('a line is private, is deleted with its counts, and is not counted afterwards', async (t) => {
  const { ada, services, runner, sail, signedIn } = await sea(t);
  const eve = await signedIn();
  const { id } = (await ada.post('/geospatial/flows', approach)).json;
  await runner.update();
  await sail(54.01, 53.99);
  const days = () => services.get(FlowRepository).read(false, [id], '2026-01-01', '2027-01-01');
  t.is((await days()).length, 1);
  for (const path of [`/geospatial/flows/${id}`, `/geospatial/flows/${id}/series`])
    t.is((await eve.get(path)).status, 404, path);
  t.is((await eve.delete(`/geospatial/flows/${id}`)).status, 404);
  t.deepEqual((await eve.get('/geospatial/flows?kind=own')).json.items, []);
  t.is((await ada.delete('/geospatial/flows/hormuz')).status, 400, 'a line of the service cannot be deleted');

  t.is((await ada.delete(`/geospatial/flows/${id}`)).status, 204);
  t.is((await ada.get(`/geospatial/flows/${id}`)).status, 404);
  await runner.update();
  await sail(53.99, 54.01);
  t.deepEqual(await days(), []);
});

test('a repeated Idempotency-Key creates one line, and the export of an account contains it', async (t) => {
  const { ada } = await sea(t);
  const once = { headers: { 'idempotency-key': 'one-and-only' } };
  const { json } = await ada.post('/geospatial/flows', approach, once);
  t.is((await ada.post('/geospatial/flows', approach, once)).json.id, json.id);
  t.is((await ada.get('/geospatial/flows?kind=own')).json.items.length, 1);
  t.deepEqual((await ada.get('/users/me/export')).json.flowLines, [json]);
});

test('a line is counted once after its lines could not be read for a while', async (t) => {
  const { ada, services, runner, sail } = await sea(t);
  const { id } = (await ada.post('/geospatial/flows', approach)).json;
  await runner.update();
  const own = services.get(OwnFlows);
  const failing = () => Promise.reject(new Error('on purpose'));
  Object.defineProperty(own, 'ofAllAccounts', { value: failing, configurable: true });
  await Promise.all([runner.update(), runner.update()]);
  Reflect.deleteProperty(own, 'ofAllAccounts');
  await Promise.all([runner.update(), runner.update()]);
  await sail(54.01, 53.99);
  const series = (await ada.get(`/geospatial/flows/${id}/series?interval=hour&from=2026-11-20`)).json;
  t.is(series.passageCount, 1);
});

test('counts of lines that were deleted with their account are removed by the daily job', async (t) => {
  const { ada, services, runner, sail, database } = await sea(t);
  const [gone, kept] = [
    (await ada.post('/geospatial/flows', approach)).json.id,
    (await ada.post('/geospatial/flows', { ...approach, name: 'Kept' })).json.id,
  ];
  await runner.update();
  await sail(54.01, 53.99);
  await database.database.query('delete from flow_lines where id = $1', [gone]);
  await services.get(ForgetOldFlowsJob).run(AbortSignal.timeout(10_000));
  const days = await services.get(FlowRepository).read(false, [gone, kept, '*'], '2026-01-01', '2027-01-01');
  t.deepEqual(days.map(({ flowId }) => flowId).sort(), ['*', kept]);
});

test('lines have 2 to 20 corners, at most 1,000 km, and are at most as many as the limit', async (t) => {
  const { ada } = await sea(t, { SVC_FLOW_LINE_LIMIT: '3' });
  const post = (corners: object[]) => ada.post('/geospatial/flows', { name: 'Line', line: corners });
  const along = (count: number) => Array.from({ length: count }, (_, at) => ({ lat: 10, lon: at / 10 }));
  const kilometers = (length: number) => [
    { lat: 0, lon: 0 },
    { lat: length / 111.195, lon: 0 },
  ];
  const cases: Array<[object[], number, string?]> = [
    [along(1), 400, '/line'],
    [along(20), 201],
    [along(21), 400, '/line'],
    [kilometers(999.9), 201],
    [kilometers(1_000.1), 400, '/line'],
    [kilometers(0.011), 201],
    [kilometers(0.009), 400, '/line/1'],
    [[{ lat: 80.1, lon: 0 }, { lat: 79, lon: 0 }], 400, '/line/0/lat'],
    [along(2), 409],
  ]; // biome-ignore format: a table
  for (const [corners, status, pointer] of cases) {
    const answer = await post(corners);
    t.is(answer.status, status, JSON.stringify(corners.at(-1)));
    if (pointer !== undefined) t.is(answer.json.errors[0].pointer, pointer);
  }
});
