import { readFileSync } from 'node:fs';
import test from 'ava';
import { parse } from 'yaml';
import { isProblem } from '../../support/is-problem.js';
import { type Sample, samplesOf } from '../../support/metrics-text.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const families = (text: string) =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));

test.serial(
  'a personal key with admin:read reads the metrics without an exchange, but calls no operation that requires an access token',
  async (t) => {
    const chief = await service.signedIn(undefined, 'operator');
    const keyOf = async (scopes: string[]) => (await chief.post('/auth/keys', { name: 'Scraper', scopes })).json;
    const { key: token, id } = await keyOf(['admin:read']);
    t.is((await chief.get('/admin/metrics', { token })).status, 200);
    isProblem(t, await chief.get('/admin/users', { token }), 401, 'invalid_token');
    const other = await chief.get('/admin/metrics', { token: (await keyOf(['news:read'])).key });
    t.deepEqual([other.status, other.json.code], [403, 'insufficient_scope']);
    t.is((await chief.delete(`/auth/keys/${id}`)).status, 204);
    t.is((await chief.get('/admin/metrics', { token })).json.code, 'invalid_token');
  },
);

test.serial('an operator reads the metrics of the process, and other accounts do not', async (t) => {
  const [chief, ada] = [await service.signedIn('chief', 'operator'), await service.signedIn('ada')];
  t.regex((await ada.get('/admin/metrics')).json.detail, /^Only the role operator may do this/);
  const { status, headers, text } = await chief.get('/admin/metrics');
  t.is(status, 200, text);
  t.regex(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const names = new Set(samplesOf(text).map(({ name }) => name));
  for (const name of [
    'watchfloor_build_info',
    'watchfloor_feed_up',
    'watchfloor_live_objects',
    'watchfloor_events_position',
    'watchfloor_database_connections_free',
    'watchfloor_http_streams_waiting_bytes',
    'watchfloor_http_streams_dropped_total',
  ])
    t.true(names.has(name), name);
});

test.serial('requests are counted by operation and class of status, and unknown paths add no series', async (t) => {
  const chief = await service.signedIn('counter', 'operator');
  const seriesOf = async () => samplesOf((await chief.get('/admin/metrics')).text);
  const countOf = (samples: Sample[], operation: string, status: string) =>
    samples.find(
      ({ name, labels }) =>
        name === 'watchfloor_http_requests_total' && labels.operation === operation && labels.status === status,
    )?.value ?? 0;
  await chief.get('/users/me');
  await chief.get(`/unknown/${'x'.repeat(10)}`);
  const before = await seriesOf();
  await chief.get('/users/me');
  await chief.get('/portfolios/019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e');
  for (let index = 0; index < 200; index += 1) await chief.get(`/unknown/${index}`);
  const after = await seriesOf();
  t.is(countOf(after, 'getProfile', '2xx') - countOf(before, 'getProfile', '2xx'), 1);
  t.is(countOf(after, 'getPortfolio', '4xx') - countOf(before, 'getPortfolio', '4xx'), 1);
  t.is(countOf(after, 'unmatched', '4xx') - countOf(before, 'unmatched', '4xx'), 200);
  t.true(after.length - before.length < 40, `${after.length - before.length} new series`);
});

test.serial(
  'metric names follow the conventions of Prometheus: base units, totals of counters, no repeated unit',
  async (t) => {
    const chief = await service.signedIn('reader', 'operator');
    const { text } = await chief.get('/admin/metrics');
    const found = families(text);
    t.true(found.length > 25, String(found.length));
    t.is(new Set(found.map(({ name }) => name)).size, found.length, 'each metric is there once');
    for (const { name, type } of found) {
      t.regex(name, /^(watchfloor|process|nodejs)_[a-z][a-z0-9_]*[a-z0-9]$/);
      t.is(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
      t.notRegex(name, /_(ms|msec|milliseconds|minutes|hours|kb|mb|gauge|counter|histogram)(_|$)/);
      t.regex(text, new RegExp(`^# HELP ${name} \\S`, 'm'));
    }
  },
);

test.serial('rows outside of partitions are counted by table', async (t) => {
  const chief = await service.signedIn('counter2', 'operator');
  const counts = async () => {
    const samples = samplesOf((await chief.get('/admin/metrics')).text).filter(
      ({ name }) => name === 'watchfloor_rows_outside_partitions',
    );
    return Object.fromEntries(samples.map(({ labels, value }) => [labels.table, value]));
  };
  const none = { events: 0, track_points: 0, webhook_attempts: 0, webhook_deliveries: 0 };
  t.deepEqual(await counts(), none);
  const { database } = service.database;
  const add = (days: number) =>
    database.query(
      "insert into track_points (layer, object, observed_at, lat, lon) values (1, 1, now() + $1 * interval '1 day', 1, 1)",
      [days],
    );
  await add(30);
  await add(31);
  // A point before the oldest partition is not counted: it will be deleted, so it needs no partition.
  await add(-30);
  t.deepEqual(await counts(), { ...none, track_points: 2 });
});

test.serial('counters used in alert rules, and the queues, start at 0 before anything happens', async (t) => {
  const chief = await service.signedIn('starter', 'operator');
  const samples = samplesOf((await chief.get('/admin/metrics')).text);
  const found = (name: string, labels: Record<string, string>) =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
  for (const outcome of ['delivered', 'failed'])
    t.is(found('watchfloor_webhook_attempts_total', { outcome }), 0, outcome);
  t.is(found('watchfloor_http_requests_total', { operation: 'unmatched', status: '5xx' }), 0);
  t.is(found('watchfloor_database_disk_full', {}), 0);
});

test.serial('the dashboard and the alert rules of the documentation use only metrics that exist', async (t) => {
  const chief = await service.signedIn('watcher', 'operator');
  const known = new Set(families((await chief.get('/admin/metrics')).text).map(({ name }) => name));
  const dashboard = JSON.parse(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8')) as {
    panels: Array<{ targets: Array<{ expr: string }> }>;
  };
  const { groups } = parse(readFileSync('docs/monitoring/prometheus-rules.yaml', 'utf8')) as {
    groups: Array<{ rules: Array<{ expr: string }> }>;
  };
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets),
    ...groups.flatMap(({ rules }) => rules),
  ].map(({ expr }) => expr);
  const used = new Set(expressions.flatMap((expr) => expr.match(/\b(?:watchfloor|process)_[a-z0-9_]+/g) ?? []));
  t.true(used.size > 15);
  const missing = [...used].map((name) => name.replace(/_bucket$/, '')).filter((name) => !known.has(name));
  t.deepEqual(missing, []);
});

test.serial('database connection times, sign-ins by outcome and the heap limit are measured', async (t) => {
  const chief = await service.signedIn('measuring-operator', 'operator');
  const ada = await service.signedIn('measured');
  const read = async () => {
    const samples = samplesOf((await chief.get('/admin/metrics')).text);
    const sampleOf = (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value ?? 0;
    const signIns = (outcome: string) => sampleOf('watchfloor_sign_ins_total', { outcome });
    return {
      used: sampleOf('watchfloor_database_use_seconds_count', { user: 'request' }),
      waited: sampleOf('watchfloor_database_wait_seconds_count', { user: 'request' }),
      heap: sampleOf('nodejs_heap_size_limit_bytes') > sampleOf('nodejs_heap_size_used_bytes'),
      signIns: ['signed_in', 'mfa_required', 'invalid_credentials', 'too_many_attempts', 'other'].map(signIns),
    };
  };
  const before = await read();
  t.true(before.used > 0 && before.waited >= before.used && before.heap);
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
  for (let count = 0; count < 6; count += 1) await service.client().signIn(ada.email, 'not the password');
  await ada.get('/portfolios');
  const after = await read();
  t.true(after.used > before.used && after.waited > before.waited);
  t.deepEqual(
    after.signIns.map((count, index) => count - (before.signIns[index] as number)),
    [1, 0, 5, 1, 0],
  );
});
