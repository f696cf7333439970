import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { ProcessLimit } from '../../../src/http/load/process-limit.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { until } from '../../support/stream-service.js';
import { PASSWORD } from '../../support/test-service.js';

const gates: Array<() => void> = [];

@Service()
@JsonController('/gate')
class GateController {
  @Get('/slow')
  @Authorized()
  @Endpoint({ summary: 'Wait', description: 'Answers when the test says so.' })
  readSlowly(): Promise<void> {
    return new Promise((resolve) => gates.push(resolve));
  }
}

const LIMIT = 8;
const ORIGIN = 'https://charts.example';

/**
 * Starts a service that one account fills up to the limit. The service rejects further requests of this account until
 * the test ends.
 */
async function fullService(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await serviceFor(t, {
    controllers: [{ controller: GateController, tag: 'debug' }],
    env: { SVC_PROCESS_CONCURRENCY: String(LIMIT), SVC_CORS_ORIGINS: ORIGIN, ...env },
  });
  const heavy = await service.signedIn();
  const running = Array.from({ length: LIMIT }, () => heavy.get('/gate/slow'));
  t.teardown(async () => {
    for (const open of gates.splice(0)) open();
    await Promise.all(running);
  });
  await until(() => gates.length === LIMIT);
  const limit = service.services.get(ProcessLimit);
  // Waits until the process limit rejects the account: its requests must have more running time than its sign-in, which
  // is counted for the address.
  await until(() => {
    const request = {};
    const passes = limit.letPass(heavy.accountId, request);
    limit.left(request);
    return !passes;
  });
  /** Returns the number of requests that reached the application and were rejected there. */
  const refusedInside = () =>
    service.logged.filter((line) => line.includes('"msg":"request"') && line.includes('"status":503')).length;
  return { ...service, heavy, refusedInside };
}

test.serial('an account with a known token is rejected before the application sees the request', async (t) => {
  const { heavy, refusedInside } = await fullService(t);
  const headers = { 'x-request-id': 'an-id-of-the-caller' };
  for (const call of [
    () => heavy.get('/users/me?fields=id', { headers }),
    () => heavy.post('/webhooks/endpoints', { url: 'https://example.com' }, { headers }),
    () => heavy.call('HEAD', '/users/me', { headers }),
  ]) {
    const { status, headers: answered } = await call();
    t.is(status, 503);
    t.is(answered.get('x-request-id'), 'an-id-of-the-caller');
    t.is(answered.get('cache-control'), 'no-store');
    t.is(answered.get('x-content-type-options'), 'nosniff');
    t.is(answered.get('content-type'), 'application/problem+json');
    t.is(answered.get('vary'), 'Origin');
    t.regex(answered.get('retry-after') ?? '', /^[123]$/);
  }
  const { json, headers: answered } = await heavy.get('/users/me?fields=id');
  t.like(json, {
    code: 'overloaded',
    status: 503,
    instance: '/api/v1/users/me',
    requestId: answered.get('x-request-id'),
  });
  t.is(refusedInside(), 0);
});

test.serial(
  'probes, operations with their own limit, preflights and unknown tokens reach the application',
  async (t) => {
    const { heavy, refusedInside } = await fullService(t);
    for (const probe of ['/health', '/health/ready']) t.is((await heavy.get(probe)).status, 200);
    isProblem(
      t,
      await heavy.post('/auth/password', { currentPassword: 'wrong', newPassword: PASSWORD }),
      400,
      'invalid_request',
      '/currentPassword',
    );
    t.is((await heavy.call('OPTIONS', '/users/me')).status, 204);
    isProblem(t, await heavy.get('/users/me', { token: null }), 401, 'unauthenticated');
    isProblem(t, await heavy.get('/users/me', { token: 'a.b.c' }), 401, 'invalid_token');
    t.is((await heavy.get('//openapi.json')).status, 200);
    t.is(refusedInside(), 0);
  },
);

test.serial('a browser of an allowed origin can read the rejection', async (t) => {
  const { heavy, refusedInside } = await fullService(t);
  const { status, headers } = await heavy.get('/users/me', { headers: { origin: ORIGIN } });
  t.is(status, 503);
  t.is(headers.get('access-control-allow-origin'), ORIGIN);
  t.is(refusedInside(), 1);
});

test.serial('a rejection above the request limit has the end of the window', async (t) => {
  const { heavy } = await fullService(t, { SVC_RATE_LIMIT: String(LIMIT + 2), SVC_RATE_WINDOW_SECONDS: '600' });
  const left: Array<[string | null, number]> = [];
  for (let index = 0; index < 3; index += 1) {
    const { status, headers } = await heavy.get('/users/me');
    t.is(status, 503);
    left.push([headers.get('x-ratelimit-remaining'), Number(headers.get('retry-after'))]);
  }
  t.deepEqual(
    left.map(([remaining]) => remaining),
    ['1', '0', '0'],
  );
  t.true((left[1] as [string, number])[1] <= 3);
  t.true((left[2] as [string, number])[1] > 500);
});
