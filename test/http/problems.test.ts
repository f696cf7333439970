import { hash } from 'node:crypto';
import test from 'ava';
import type { Database } from '../../src/database/database.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { FaultsController } from '../support/controllers/faults.controller.js';
import { Gate } from '../support/controllers/gate.js';
import { startTestService, type TestService } from '../support/test-service.js';

const controllers = [{ controller: FaultsController, tag: 'admin' }];
const production = { SVC_ENV: 'production', SVC_REGISTRATION: 'open' };

/** Returns a database that is unreachable: no server listens on port 1. */
const absent = (): Database =>
  new PostgresDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'hidden-database' }, () => undefined, {
    poolSize: 2,
  });

let service: TestService;
let stranded: TestService;
test.before(async () => {
  service = await startTestService({ controllers, env: production });
  stranded = await startTestService({ env: production, parts: { database: absent() } });
});
test.after.always(() => Promise.all([service.close(), stranded.close()]));

const lineOf = (lines: readonly string[], requestId: string, text: string) =>
  lines
    .map((line) => JSON.parse(line))
    .find((line) => line.requestId === requestId && JSON.stringify(line).includes(text));

for (const [fault, cause] of [
  ['sql', 'selekt'],
  ['null', 'TypeError'],
  ['validator', 'address'],
  ['text', 'secret-file'],
] as const) {
  test(`production does not return the cause of a ${fault} failure; the log has it with the request id`, async (t) => {
    const { status, json, text } = await service.client().get(`/faults/${fault}`);
    t.is(status, 500);
    t.is(json.code, 'internal_error');
    t.deepEqual(Object.keys(json).sort(), ['code', 'detail', 'instance', 'requestId', 'status', 'title', 'type']);
    t.notRegex(
      text.replace(json.instance, ''),
      /select|selekt|secret|TypeError|undefined|null|hunter2|node_modules|\.[jt]s\b|\bat \w|pg|postgres|drizzle|koa|validat/i,
    );
    t.truthy(lineOf(service.logged, json.requestId, cause), 'the cause is logged');
  });
}

test('a value rejected by internal validation is not in the log', (t) => {
  t.notRegex(service.logged.join(''), /hunter2.*true/);
});

test('a response that takes longer than the deadline is a 503, and the next request is served', async (t) => {
  const hurried = await startTestService({ controllers, env: { ...production, SVC_DEADLINE_SECONDS: '2' } });
  t.teardown(() => hurried.close());
  const { status, json, headers } = await hurried.client().get('/faults/wait');
  t.deepEqual([status, json.code, headers.get('retry-after')], [503, 'deadline_exceeded', '5']);
  hurried.services.get(Gate).open();
  t.is((await hurried.client().get('/faults/origin')).status, 200);
  t.notRegex(hurried.logged.join(''), /Sending a response failed/);
});

test('a response that is ready after the deadline is not sent, also if the timers of a busy event loop are late', async (t) => {
  const hurried = await startTestService({ controllers, env: { ...production, SVC_DEADLINE_SECONDS: '1' } });
  t.teardown(() => hurried.close());
  const { status, json } = await hurried.client().get('/faults/spin');
  t.deepEqual([status, json.code], [503, 'deadline_exceeded']);
});

for (const accept of ['text/html', 'image/png', 'application/json;q=0', 'application/xml, text/*']) {
  test(`accepting only ${accept} is a 406`, async (t) => {
    const { status, json } = await service.client().get('/health', { headers: { accept } });
    t.deepEqual([status, json.code], [406, 'not_acceptable']);
  });
}

for (const accept of [
  'application/json',
  '*/*',
  'application/*',
  'text/html, */*;q=0.1',
  'application/json;charset=utf-8',
  'APPLICATION/JSON',
]) {
  test(`accepting ${accept} is served`, async (t) => {
    t.is((await service.client().get('/health', { headers: { accept } })).status, 200);
  });
}

test.serial('without its database the process is live and not ready, reported at once and without names', async (t) => {
  // The least of five times shows the duration in the service, without the time of other work on the machine.
  const timed = async (path: string) => {
    const times: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      const started = performance.now();
      await stranded.client().get(path);
      times.push(performance.now() - started);
    }
    return { answer: await stranded.client().get(path), ms: Math.min(...times) };
  };
  const live = await timed('/health');
  t.is(live.answer.status, 200);
  t.true(live.ms < 100, `${live.ms} ms`);
  const ready = await timed('/health/ready');
  t.is(ready.answer.status, 503);
  t.true(ready.ms < 100, `${ready.ms} ms`);
  t.is(ready.answer.json.status, 'unavailable');
  t.deepEqual(
    ready.answer.json.checks.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [
      ['database', 'failed'],
      ['sessions', 'ok'],
      ['database_pool', 'ok'],
    ],
  );
  t.notRegex(ready.answer.text, /127\.0\.0\.1|hidden-database|nobody|ECONN/);
});

test('without its database the service responds with 503 and Retry-After', async (t) => {
  const { status, json, headers, text } = await stranded
    .client()
    .post('/auth/login', { email: 'ada@watchfloor.test', password: 'correct horse' });
  t.deepEqual([status, json.code, headers.get('retry-after')], [503, 'unavailable', '2']);
  t.notRegex(text, /127\.0\.0\.1|hidden-database|nobody|ECONN/);
});

const navigation = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const ofJava = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';

test('below /api every error is a problem document for every client', async (t) => {
  for (const path of ['/nothing', '//api/nothing', '/users/me', '/auth/login']) {
    for (const accept of [navigation, ofJava, 'text/html', '*/*']) {
      t.is(
        (await service.client().get(path, { headers: { accept } })).headers.get('content-type'),
        'application/problem+json',
        `${path} ${accept}`,
      );
    }
  }
});

test('outside of /api a browser receives errors as a page, and every other client as a problem document', async (t) => {
  const page = await service
    .client()
    .get('//nothing<b>', { headers: { accept: navigation, 'x-request-id': 'request-4711' } });
  t.deepEqual(
    [page.status, page.headers.get('content-type'), page.headers.get('cache-control')],
    [404, 'text/html; charset=utf-8', 'no-store'],
  );
  for (const part of ['<h1>Not found</h1>', '404 Not Found', 'href="/problems/not_found"', 'href="/"', 'request-4711'])
    t.true(page.text.includes(part), part);
  t.notRegex(page.text, /<b>|undefined/);
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/png', '']) {
    const answer = await service.client().get('//nothing', { headers: { accept } });
    t.is(answer.headers.get('content-type'), 'application/problem+json', accept);
    t.regex(answer.headers.get('vary') ?? '', /\bAccept\b/);
  }
});

test('the page of an error allows its own style and nothing else', async (t) => {
  const { headers, text } = await service.client().post('//robots.txt', undefined, { headers: { accept: navigation } });
  t.is(headers.get('allow'), 'GET, HEAD');
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const policy = headers.get('content-security-policy') ?? '';
  t.true(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`));
  t.notRegex(policy, /unsafe|script-src/);
});
