import 'reflect-metadata';
import test from 'ava';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../src/api/endpoint.js';
import { ProcessLimit } from '../../../src/http/load/process-limit.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { streamService, until } from '../../support/stream-service.js';
import type { CheckedAnswer } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

const gates: Array<() => void> = [];
const openAll = () => {
  for (const open of gates.splice(0)) open();
};
/** Waits until `openAll` is called; each request waits at its own gate. */
const waitForGate = () => new Promise<void>((resolve) => gates.push(resolve));

/** Number of the present turn of the event loop, counted while a test runs, and the turns in which work was done. */
let turn = 0;
const turnsOfWork: number[] = [];

@Service()
@JsonController('/load')
class LoadController {
  @Get('/slow')
  @Authorized()
  @Endpoint({ summary: 'Wait', description: 'Answers when the test says so.' })
  readSlowly(): Promise<void> {
    return waitForGate();
  }

  @Get('/busy')
  @Authorized()
  @Endpoint({ summary: 'Compute', description: 'Keeps the event loop busy for longer than a turn may take.' })
  compute(): void {
    turnsOfWork.push(turn);
    const until = performance.now() + 15;
    while (performance.now() < until);
  }

  @Get('/open')
  @Public()
  @Endpoint({ summary: 'Wait, for anybody', description: 'Answers when the test says so.' })
  readOpenly(): Promise<void> {
    return waitForGate();
  }
}

const LIMIT = 8;
const limited = {
  controllers: [{ controller: LoadController, tag: 'debug' }],
  env: { SVC_PROCESS_CONCURRENCY: String(LIMIT) },
};
const remaining = ({ headers }: CheckedAnswer) => Number(headers.get('x-ratelimit-remaining'));
const inFlight = ({ services }: Pick<TestService, 'services'>) => services.get(ProcessLimit).reading.requestsInFlight;

test.serial('above the limit the account with the most running time is rejected, and others are served', async (t) => {
  const service = await serviceFor(t, limited);
  const [heavy, light] = [await service.signedIn(), await service.signedIn()];
  const running = Array.from({ length: LIMIT }, () => heavy.get('/load/slow'));
  await until(() => gates.length === LIMIT);

  // The sign-ins were charged to the shared IP address. The waiting requests of `heavy` must first use more running
  // time than that, so the request is repeated until it is rejected.
  let refused = await heavy.get('/users/me');
  while (refused.status === 200) refused = await heavy.get('/users/me');
  for (let index = 0; index < 3; index += 1) {
    t.is(refused.status, 503);
    t.is(refused.json.code, 'overloaded');
    t.regex(refused.headers.get('retry-after') ?? '', /^[123]$/);
    const left = remaining(refused);
    refused = await heavy.get('/users/me');
    t.is(remaining(refused), left - 1, 'a refused request counts for the rate limit of its sender');
  }
  for (let index = 0; index < 20; index += 1) t.is((await light.get('/users/me')).status, 200);
  for (const probe of ['/health', '/health/ready']) t.is((await service.client().get(probe)).status, 200);

  openAll();
  for (const { status } of await Promise.all(running)) t.is(status, 204);
  t.is((await heavy.get('/users/me')).status, 200);
  const lines = service.logged.filter((line) => line.includes('the process is overloaded'));
  t.is(lines.length, 1, 'refusals are logged together');
  t.like(JSON.parse(lines[0] as string), {
    component: 'load',
    concurrencyLimit: LIMIT,
    requestsInFlight: LIMIT,
    mostRefused: { key: heavy.accountId, refused: 1 },
  });
  t.false(service.logged.some((line) => line.includes('"level":"error"')));
});

test.serial('callers without an account are identified by their IP address', async (t) => {
  const service = await serviceFor(t, { ...limited, env: { ...limited.env, SVC_TRUSTED_PROXIES: '1' } });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const caller = service.client();
  const running = Array.from({ length: LIMIT }, () => caller.get('/load/open', from('192.0.2.1')));
  await until(() => gates.length === LIMIT);
  isProblem(t, await caller.get('/health/feeds', from('192.0.2.1')), 503, 'overloaded');
  t.is((await caller.get('/health/feeds', from('192.0.2.2'))).status, 200);
  openAll();
  await Promise.all(running);
});

test.serial('no account is admitted above four times the limit, and finished requests make room', async (t) => {
  const service = await serviceFor(t, limited);
  const callers = [];
  for (let index = 0; index < 4 * LIMIT + 2; index += 1) callers.push(await service.signedIn());
  const [last, ...others] = callers as [(typeof callers)[number], ...typeof callers];
  const running = others.map((caller) => caller.get('/load/slow'));
  await until(() => inFlight(service) + service.services.get(ProcessLimit).reading.requestsRefused >= others.length);
  t.true(inFlight(service) <= 4 * LIMIT);
  openAll();
  await Promise.all(running);
  t.is((await last.get('/users/me')).status, 200);
  await until(() => inFlight(service) === 0);
  t.pass();
});

test.serial('work that would block the event loop for long starts in later iterations', async (t) => {
  const service = await serviceFor(t, { controllers: limited.controllers });
  const ada = await service.signedIn();
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  await Promise.all(Array.from({ length: 12 }, () => ada.get('/load/busy')));
  isCounting = false;
  t.true(turnsOfWork.length > 0);
  // At most three calls can see the same count: one that starts immediately, and one queued call that runs before and
  // one that runs after the counter changes within the same turn.
  for (const worked of turnsOfWork)
    t.true(turnsOfWork.filter((other) => other === worked).length <= 3, turnsOfWork.join(', '));
});

test.serial('an open stream does not count toward the limit', async (t) => {
  const service = await streamService(t, {
    env: { SVC_PROCESS_CONCURRENCY: String(LIMIT), SVC_STREAMS_PER_ACCOUNT: '100' },
  });
  const ada = await service.signedIn();
  const streams = [];
  for (let index = 0; index < 2 * LIMIT + 1; index += 1) streams.push(await ada.stream('/bulletins/stream'));
  await until(() => inFlight(service) === 0);
  t.is((await ada.get('/users/me')).status, 200);
  t.true(streams.every(({ isOpen }) => isOpen));
});
