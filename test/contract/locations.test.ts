import test from 'ava';
import { operationsOf } from '../support/scorecard.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

type Caller = TestClient & { accountId: string };

/**
 * Creates records with a `Location` that owned-resources.test.ts does not cover: records below another resource, and
 * records that no account owns, such as accounts.
 */
const others: Record<string, (caller: Caller) => ReturnType<TestClient['post']>> = {
  '/auth/register': (caller) =>
    caller.post('/auth/register', {
      email: 'new@watchfloor.test',
      password: 'correct horse battery staple',
      displayName: 'New',
    }),
  '/admin/users': (caller) =>
    caller.post('/admin/users', { email: 'invited@watchfloor.test', displayName: 'Invited', invite: false }),
  '/admin/announcements': (caller) =>
    caller.post('/admin/announcements', { text: 'Maintenance tonight.', severity: 'warning' }),
  '/debug/events': (caller) =>
    caller.post('/debug/events', {
      type: 'feed.status_changed',
      data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null },
    }),
  '/clients/{id}/notes': async (caller) =>
    caller.post(`/clients/${await idOf(caller, '/clients', { name: 'Ada', currency: 'EUR' })}/notes`, {
      title: 'Call',
    }),
  '/osint/cases/{id}/evidence': async (caller) =>
    caller.post(`/osint/cases/${await idOf(caller, '/osint/cases', { title: 'A tanker' })}/evidence`, {
      title: 'Registry extract',
      content: 'Owner: Halcyon.',
    }),
  '/teams/{id}/members': async (caller) =>
    caller.post(`/teams/${await idOf(caller, '/teams', { name: 'Research' })}/members`, {
      email: 'grace@watchfloor.test',
    }),
  '/portfolios/{id}/transactions': async (caller) =>
    caller.post(
      `/portfolios/${await idOf(caller, '/portfolios', { name: 'Savings', baseCurrency: 'USD' })}/transactions`,
      {
        type: 'deposit',
        tradedAt: '2026-01-05T10:00:00Z',
        amount: '100',
        currency: 'USD',
      },
    ),
};

/** A comment has no URL of its own: its `Location` is the URL of the alert in its path. */
const ofItsPath = '/alerts/{id}/comments';

const idOf = async (caller: Caller, path: string, body: object): Promise<string> =>
  (await caller.post(path, body)).json.id;

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const created = () => operationsOf(service.app.document).filter(({ operation }) => '201' in operation.responses);

test('every operation whose response has a Location is tested here or with the owned resources', (t) => {
  const operations = operationsOf(service.app.document);
  const has = (method: string, path: string) => operations.some((one) => one.method === method && one.path === path);
  for (const { path, operation } of created()) {
    const location = (operation.responses as Record<string, { headers?: object }>)['201']?.headers ?? {};
    if (!('Location' in location)) continue;
    const isOwned =
      !path.startsWith('/api/v1/admin/') &&
      ['{id}', '{symbol}'].some((key) => has('delete', `${path}/${key}`) && has('get', `${path}/${key}`)) &&
      has('get', path);
    t.true(isOwned || path.slice('/api/v1'.length) in others || path.endsWith(ofItsPath), path);
  }
});

for (const [path, create] of Object.entries(others)) {
  test(`the Location of POST ${path} can be read immediately`, async (t) => {
    const caller = await service.signedIn(undefined, 'operator');
    const made = await create(caller);
    t.is(made.status, 201, made.text);
    const location = made.headers.get('location') ?? '';
    t.is((await caller.get(location.slice('/api/v1'.length))).status, 200, location);
  });
}
