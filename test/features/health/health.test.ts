import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test('the liveness probe needs no credentials and has no rate limit', async (t) => {
  const answer = await service.client().get('/health');
  t.is(answer.status, 200);
  t.is(answer.json.status, 'ok');
  t.is(answer.headers.get('x-ratelimit-limit'), null);
});

test('a service with a reachable database is ready', async (t) => {
  const { status, json } = await service.client().get('/health/ready');
  t.is(status, 200);
  t.true(['ready', 'degraded'].includes(json.status));
  t.deepEqual(json.checks.map((check: { name: string }) => check.name).sort(), [
    'database',
    'database_pool',
    'sessions',
  ]);
});

test('probes are logged at debug level, other requests at info level', async (t) => {
  const caller = service.client();
  for (const path of ['/health', '/health/ready', '/health/feeds']) await caller.get(path);
  const levels = service.logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
    .map(({ path, level }) => `${path} ${level}`);
  for (const line of ['/api/v1/health 20', '/api/v1/health/ready 20', '/api/v1/health/feeds 30'])
    t.true(levels.includes(line), line);
  t.false(levels.includes('/api/v1/health/ready 30'));
});

test('without API keys the simulator is the active feed, and the vendors are `not_configured`', async (t) => {
  const feeds = async () => {
    const { items } = (await service.client().get('/health/feeds')).json;
    return new Map<string, { status: string; records: number; lastSuccessAt: string | null }>(
      items.map((one: { feed: string }) => [one.feed, one]),
    );
  };
  const { 'markets.simulator': simulator, ...vendors } = Object.fromEntries(await feeds());
  t.like(simulator, { status: 'ok', records: 0, lastSuccessAt: null });
  t.deepEqual(new Set(Object.values(vendors).map(({ status }) => status)), new Set(['not_configured']));
  const ada = await service.signedIn();
  await ada.get('/markets/quotes?symbol=AAPL.US,BTC-USD.CC');
  const after = (await feeds()).get('markets.simulator');
  t.is(after?.records, 2);
  t.not(after?.lastSuccessAt, null);
});

test('a user signs in, reads the account and signs out', async (t) => {
  const ada = await service.signedIn('ada');
  t.is((await ada.get('/users/me')).json.email, 'ada@watchfloor.test');
  t.is((await ada.post('/auth/logout')).status, 204);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
});
