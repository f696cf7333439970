import 'reflect-metadata';
import test from 'ava';
import { Problem } from '../../../src/api/problem.js';
import { CandlesService } from '../../../src/features/markets/candles/candles.service.js';
import { HeavyWork } from '../../../src/threads/heavy-work.js';
import { closing, ListedCandles } from '../../features/markets/listed-candles.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { until } from '../../support/stream-service.js';
import type { TestServiceOptions } from '../../support/test-service.js';

/** Number of daily candles: five years. */
const DAYS = 1_260;
const closes = Array.from({ length: DAYS }, (_, day) => 100 + 20 * Math.sin(day / 40));
const fiveYears = () =>
  new ListedCandles({ 'AAPL.US': { candles: closing(closes, { start: '2021-11-01', stepMs: 86_400_000 }) } });
const chart = '/markets/candles/AAPL.US.svg?from=2021-11-01';

const charted = (env: Record<string, string> = {}, candles = fiveYears()): TestServiceOptions => ({
  env: { SVC_MIN_PROCESS_CONCURRENCY: '8', ...env },
  replace: (services) => services.set(CandlesService, candles as unknown as CandlesService),
});

test.serial(
  'twenty concurrent charts of one account cause no errors for another account and little work on the event loop',
  async (t) => {
    const service = await serviceFor(t, charted({ SVC_CONCURRENCY: '20' }));
    const [attacker, victim] = [await service.signedIn(), await service.signedIn()];
    // The first chart loads the drawing library.
    t.is((await attacker.get(chart)).status, 200);
    const [allBefore, ownBefore] = [process.cpuUsage(), process.threadCpuUsage()];
    let left = 20;
    const charts = Array.from({ length: left }, () => attacker.get(chart).finally(() => (left -= 1)));
    const answers: number[] = [];
    while (left > 0) {
      answers.push((await victim.get('/users/me')).status, (await service.client().get('/health/ready')).status);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [all, own] = [process.cpuUsage(allBefore), process.threadCpuUsage(ownBefore)];
    t.deepEqual(new Set(answers), new Set([200]));
    for (const { status, headers } of await Promise.all(charts)) {
      t.true(status === 200 || status === 503, `${status}`);
      if (status === 503) t.regex(headers.get('retry-after') ?? '', /^\d+$/);
    }
    // The limit is not lower because the event loop also runs the test client, which checks every response.
    t.true(own.user < 0.7 * all.user, `${own.user} of ${all.user} µs on the event loop`);
  },
);

test.serial(
  'when the queue is full charts are rejected, those of another account are drawn, and other requests are served',
  async (t) => {
    // The limit of the process is raised: on a busy machine, the default would reject some charts before they reach the
    // queue.
    const service = await serviceFor(t, charted({ SVC_HEAVY_QUEUE: '4', SVC_MIN_PROCESS_CONCURRENCY: '40' }));
    t.teardown(() => service.services.get(HeavyWork).close());
    const [attacker, victim] = [await service.signedIn(), await service.signedIn()];
    const charts = Array.from({ length: 20 }, () => attacker.get(chart));
    await until(() => service.services.get(HeavyWork).reading.waiting === 2);
    const [drawn, read] = await Promise.all([victim.get(chart), attacker.get('/users/me')]);
    t.is(drawn.status, 200);
    t.is(read.status, 200);
    const answers = await Promise.all(charts);
    const refused = answers.filter(({ status }) => status === 503);
    t.true(refused.length > 0 && refused.length <= 15, `${refused.length}`);
    for (const { json, headers } of refused) t.deepEqual([json.code, headers.get('retry-after')], ['overloaded', '2']);
    t.is(answers.filter(({ status }) => status === 200).length, 20 - refused.length);
    t.deepEqual(service.services.get(HeavyWork).reading, { running: 0, waiting: 0 });
  },
);

test.serial('a chart whose client has disconnected is not drawn', async (t) => {
  const candles = fiveYears();
  const service = await serviceFor(t, charted({ SVC_HEAVY_QUEUE: '40' }, candles));
  t.teardown(() => service.services.get(HeavyWork).close());
  const { token } = await service.signedIn();
  const heavy = service.services.get(HeavyWork);
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const charts = Promise.allSettled(
    Array.from({ length: 10 }, () => fetch(`${service.url}/api/v1${chart}`, { headers, signal: abort.signal })),
  );
  await until(() => heavy.reading.running === 3 && heavy.reading.waiting === 7);
  const begun = candles.asked.length;
  abort.abort();
  await charts;
  await until(() => heavy.reading.running === 0 && heavy.reading.waiting === 0);
  t.true(candles.asked.length < begun + 7, `${candles.asked.length}`);
  t.false(service.logged.some((line) => line.includes('internal_error')));
});

test.serial('a comparison over too long a range is rejected before any candles are read', async (t) => {
  const service = await serviceFor(t);
  const candles = service.services.get(CandlesService);
  candles.readPlanned = async () => {
    throw new Problem('internal_error');
  };
  const ada = await service.signedIn();
  for (const path of ['/markets/compare', '/markets/compare.svg']) {
    const { status, json } = await ada.get(`${path}?symbol=AAPL.US,MSFT.US&from=1960-01-01`);
    t.is(status, 400);
    t.like(json.errors[0], { pointer: 'query/from' });
  }
  isProblem(t, await ada.get('/markets/candles/AAPL.US.svg?from=1960-01-01'), 400, 'invalid_request', 'query/from');
});
