import test from 'ava';
import { tracedJob } from '../../src/jobs/traced-job.js';
import { currentSpan, inSpan, withSpan } from '../../src/logging/current-span.js';
import { parseTraceparent } from '../../src/tracing/traceparent.js';
import { replyWith } from '../support/receiver.js';
import { serviceFor } from '../support/service-for.js';
import { traceReceiver } from '../support/trace-receiver.js';
import { failureOf, upstreamFor } from '../support/upstream-for.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const canary = 'canary7f3a';

test('a request and its statements are one trace, whose ids are in the log and which contains no secret', async (t) => {
  const { tracer, spans, receiver } = await traceReceiver(t);
  const service = await serviceFor(t, { parts: { tracer } });
  const ada = await service.signedIn('ada');
  await ada.get(`/users/me?access_token=${canary}-query`, {
    headers: { 'x-secret': `${canary}-header`, traceparent: `00-${TRACE}-${SPAN}-01` },
  });
  await service.client().post('/auth/login', { email: `${canary}@watchfloor.test`, password: `${canary}-password` });
  await service.client().get(`/graphs/charts/shared/${canary}-path`, {
    headers: { authorization: `Bearer ${canary}-token`, cookie: `svc_refresh=${canary}` },
  });
  await service.client().get('/no/such/path');
  const all = await spans();
  const request = all.find(({ name }) => name === 'POST /api/v1/auth/login')!;
  t.like(request.attributes, {
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'http.route': '/api/v1/auth/login',
  });
  const statement = all.find(
    ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'SELECT accounts',
  )!;
  t.is(statement.traceId, request.traceId);
  t.like(statement.attributes, {
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'accounts',
  });
  t.regex(statement.attributes['db.query.text'] as string, /\$1/);
  t.true(
    all.some(({ name, attributes }) => name === 'GET' && attributes['http.response.status_code'] === 404),
    'a path without a route has no name',
  );
  t.false(
    all.some(({ traceId }) => traceId === TRACE),
    'traceparent is not believed without a trusted proxy',
  );
  const line = service.logged
    .map((text) => JSON.parse(text))
    .find(({ msg, trace_id }) => msg === 'request' && trace_id === request.traceId);
  t.is(line?.span_id, request.spanId);
  const sent = receiver.received.map(({ body }) => body.toString()).join('');
  t.notRegex(sent, new RegExp(`${canary}|${ada.token}|${ada.cookie}|correct horse`));
  t.is(receiver.received[0]?.path, '/v1/traces');
  t.is(receiver.received[0]?.headers['x-tenant'], 'watch floor');
});

test('a request of a trusted proxy is traced if its traceparent requests it, as a child of the given span', async (t) => {
  const { tracer, spans } = await traceReceiver(t, '0');
  const service = await serviceFor(t, { parts: { tracer }, env: { SVC_TRUSTED_PROXIES: '1' } });
  const client = service.client();
  await client.get('/health');
  await client.get('/health', { headers: { traceparent: `00-${TRACE}-${SPAN}-00` } });
  await client.get('/health', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
  t.like(await spans(), { length: 1, 0: { traceId: TRACE, parentSpanId: SPAN, name: 'GET /api/v1/health' } });
  t.is(parseTraceparent(`00-${'0'.repeat(32)}-${SPAN}-01`), undefined);
  t.is(parseTraceparent(`ff-${TRACE}-${SPAN}-01`), undefined);
  t.is(parseTraceparent(`00-${TRACE}-${SPAN}-01-more`), undefined);
  t.like(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`), { traceId: TRACE, isSampled: true });
});

test('a run of a job is a trace with its calls to vendors, without their paths, queries and headers', async (t) => {
  const { tracer, spans, receiver } = await traceReceiver(t);
  receiver.reply(replyWith(200, { 'content-type': 'application/json' }, '{}'), `/${canary}?key=${canary}`);
  receiver.reply(replyWith(403), `/refused?key=${canary}`);
  const { upstream } = upstreamFor(t, receiver.url, { query: { key: canary }, headers: { 'x-api-key': canary } });
  const run = async (_signal: AbortSignal, data: unknown) => {
    const { path } = data as { path: string };
    await upstream.get({ path, parse: () => ({}) });
  };
  const job = tracedJob({ name: 'test.call', concurrency: 3, run }, tracer);
  t.is(job.concurrency, 3);
  const { signal } = new AbortController();
  await job.run(signal, { path: `/${canary}` });
  await failureOf(job.run(signal, { path: '/refused' }));
  await tracer.flush();
  receiver.received.splice(
    0,
    receiver.received.findIndex(({ path }) => path === '/v1/traces'),
  );
  const all = (await spans()).map(({ name, status, attributes }) => [
    name,
    status,
    attributes['watchfloor.feed'] ?? attributes['error.type'],
    attributes['http.response.status_code'],
  ]);
  t.deepEqual(all, [
    ['GET', 0, 'markets.vendor', 200],
    ['process test.call', 0, undefined, undefined],
    ['GET', 2, 'markets.vendor', 403],
    ['process test.call', 2, 'UpstreamError', undefined],
  ]);
  const sent = receiver.received.filter(({ path }) => path === '/v1/traces').map(({ body }) => body.toString());
  t.is(sent.length, 1);
  t.notRegex(sent.join(), new RegExp(canary));
});

test('a trace has at most 500 further spans, and work after its end is not part of it', async (t) => {
  const { tracer, spans } = await traceReceiver(t);
  const root = tracer.start('root', 'internal', {});
  const describe = () => ({ name: 'part', kind: 'internal' as const, attributes: {} });
  await withSpan(root, async () => {
    for (let count = 0; count < 501; count += 1) await inSpan(describe, async () => undefined);
    root.end();
    t.is(currentSpan(), undefined);
    await inSpan(
      () => t.fail() as never,
      async () => undefined,
    );
  });
  t.is((await spans()).length, 501);
});

test('a receiver that fails is one line of the log, without its response', async (t) => {
  const { tracer, receiver, logged } = await traceReceiver(t);
  receiver.reply(replyWith(400, {}, canary));
  for (let count = 0; count < 2; count += 1) {
    tracer.start('lost', 'internal', {}).end();
    await tracer.flush();
  }
  t.is(logged.length, 1);
  t.regex(logged[0] as string, /Sending traces failed/);
  t.notRegex(logged[0] as string, new RegExp(canary));
});
