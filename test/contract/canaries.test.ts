import test from 'ava';
import { withSpan } from '../../src/logging/current-span.js';
import { isProblem } from '../support/is-problem.js';
import { observeSecrets } from '../support/observed-secrets.js';
import { replyWith } from '../support/receiver.js';
import { traceReceiver } from '../support/trace-receiver.js';
import { failureOf, upstreamFor } from '../support/upstream-for.js';
import { webhookServiceFor } from '../support/webhook-service.js';

const canary = (place: string) => `canary-${place}-9b1d4c`;
const anyCanary = /canary-[a-z]+-9b1d4c/g;

test('no secret is in a log line, a metric, a problem, the audit record or a span', async (t) => {
  const { tracer, receiver: collector } = await traceReceiver(t);
  // No server listens on port 1, so every mail fails.
  const env = {
    SVC_SMTP_URL: `smtp://${canary('smtpuser')}:${canary('smtppassword')}@127.0.0.1:1`,
    SVC_SMTP_FROM: 'watchfloor@watchfloor.test',
    SVC_BASE_URL: 'http://127.0.0.1',
    SVC_TRUSTED_PROXIES: '1',
    SVC_EODHD_API_KEY: canary('providerkey'),
  };
  const service = await webhookServiceFor(t, { parts: { tracer }, env });
  const traceparent = `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01`;
  const problems: string[] = [];
  const stranger = service.client();
  const fails = async (method: string, path: string, options: Parameters<typeof stranger.call>[2] = {}) => {
    const answer = await stranger.call(method, path, { ...options, headers: { traceparent, ...options.headers } });
    t.true(answer.status >= 400, `${method} ${path}: ${answer.status}`);
    problems.push(answer.text);
  };

  const { secrets } = await observeSecrets(service);
  const email = 'ada@watchfloor.test';
  await fails('POST', '/auth/login', { body: { email, password: canary('password') } });
  await fails('POST', '/auth/login', { body: { email, password: [canary('password')] } });
  await fails('POST', '/auth/login', {
    rawBody: `{"password":"${canary('broken')}`,
    headers: { 'content-type': 'application/json' },
  });
  await fails('POST', '/auth/refresh', { cookie: canary('cookie') });
  await fails('POST', '/auth/token', { body: { key: canary('key') } });
  await fails('GET', `/users/me?key=${canary('query')}&access_token=${canary('query')}`, { token: canary('token') });
  await fails('GET', `/markets/candles/AAPL.US?ticket=${canary('ticket')}`, {
    headers: { 'x-api-key': canary('header') },
  });
  // The problem itself contains the canary, because `instance` is the caller's own path. Only records that others read
  // are checked for it.
  isProblem(t, await stranger.get(`/graphs/charts/shared/${canary('share')}`), 400, 'invalid_request', 'path/token');
  await fails('POST', '/auth/password/reset', { body: { token: canary('reset'), newPassword: canary('password') } });

  const { endpoint } = await service.subscriber(`/hook/${canary('webhookpath')}?token=${canary('webhookquery')}`);
  service.receiver.reply(replyWith(500, {}, 'no'));
  const deliver = tracer.start('deliver', 'internal', {});
  await withSpan(deliver, () => service.happen());
  deliver.end();
  t.true(service.receiver.received.some(({ path }) => path.includes(canary('webhookquery'))));

  const { upstream, logged } = upstreamFor(t, service.receiver.url, {
    query: { api_token: canary('vendorkey') },
    repeats: false,
  });
  service.receiver.reply((response, { path }) => response.writeHead(500).end(path));
  problems.push((await failureOf(upstream.get({ path: '/quotes', parse: () => ({}) }))).message);

  const operator = await service.signedIn('watcher', 'operator');
  const metrics = await operator.get('/admin/metrics');
  const audit = await operator.get('/admin/audit?limit=200');
  const settings = await operator.get('/debug/config');
  t.deepEqual([metrics.status, audit.status, settings.status], [200, 200, 200]);
  await tracer.flush();
  const spans = collector.received.map(({ body }) => body.toString());
  t.true(spans.join().includes('POST webhook'), 'attempts have spans');
  t.true(problems.length > 8);
  const places: Record<string, string[]> = {
    log: [...service.logged, ...logged],
    metrics: [metrics.text],
    problem: problems,
    audit: [audit.text],
    settings: [settings.text],
    spans,
  };
  const known = [...secrets, endpoint.secret as string];
  t.true(known.every((secret) => secret.length > 7));
  for (const [place, texts] of Object.entries(places)) {
    const found = texts.flatMap((text) => [
      ...(text.match(anyCanary) ?? []),
      ...known.filter((secret) => text.includes(secret)),
    ]);
    t.deepEqual([...new Set(found)], [], place);
  }
});
