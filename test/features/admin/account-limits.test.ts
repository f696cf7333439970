import 'reflect-metadata';
import test from 'ava';
import { AccountQuota } from '../../../src/accounts/account-quota.service.js';
import { settlesWithin } from '../../support/in-time.js';
import { isProblem } from '../../support/is-problem.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/upstream-for.js';

// Two services on one database, like two processes.
let one: TestService;
let other: TestService;
test.before(async () => {
  one = await startTestService({ env: { SVC_STREAMS_PER_ACCOUNT: '1' } });
  other = await startTestService({ env: { SVC_STREAMS_PER_ACCOUNT: '1' }, parts: { database: one.database.database } });
});
test.after.always(async () => {
  await other.close();
  await one.close();
});

async function account() {
  const [operator, ada] = [await one.signedIn(undefined, 'operator'), await one.signedIn()];
  const path = `/admin/users/${ada.accountId}`;
  return { operator, ada, path, limit: (limits: object[]) => operator.patch(path, { limits }) };
}

test.serial('every limit that operators can set is declared by a feature and shown in the usage', async (t) => {
  const { operator, path } = await account();
  const { resources } = (await operator.get(`${path}/usage`)).json;
  const own = resources.filter(({ hasOwnLimit }: { hasOwnLimit?: boolean }) => hasOwnLimit !== undefined);
  const names = own.map(({ name }: { name: string }) => name);
  t.deepEqual(names, one.services.get(AccountQuota).names);
  t.is(names.length, 33, names.join());
});

test.serial('limits of an account are shown and audited, and a list replaces the one before', async (t) => {
  const { operator, path, limit } = await account();
  t.deepEqual((await operator.get(path)).json.limits, []);
  const limits = [
    { name: 'portfolios', value: 0 },
    { name: 'streams', value: 10_000 },
  ];
  const { status, json } = await limit(limits.toReversed());
  t.deepEqual([status, json.limits, json.version], [200, limits, 2]);
  t.deepEqual((await operator.get(path)).json.limits, limits);
  const [entry] = (await operator.get('/admin/audit?action=user.changed')).json.items;
  t.deepEqual([entry.subject, entry.detail], [path.slice('/admin/users/'.length), { limits: limits.toReversed() }]);
  t.deepEqual((await limit([{ name: 'pins', value: 7 }])).json.limits, [{ name: 'pins', value: 7 }]);
  t.deepEqual((await operator.patch(path, { rateCeiling: 9 })).json.limits, [{ name: 'pins', value: 7 }]);
  t.deepEqual((await limit([])).json.limits, []);
});

test.serial('a limit that is unknown, negative, too large or named twice is a 400', async (t) => {
  const { limit, operator, path } = await account();
  const tooLarge = 10_001;
  for (const [limits, pointer] of [
    [[{ name: 'moons', value: 1 }], '/limits/0/name'],
    [[{ name: 'streams', value: -1 }], '/limits/0/value'],
    [[{ name: 'streams', value: tooLarge }], '/limits/0/value'],
    [
      [
        { name: 'pins', value: 1 },
        { name: 'pins', value: 1 },
      ],
      '/limits/1/name',
    ],
  ] as const)
    isProblem(t, await limit([...limits]), 400, 'invalid_request', pointer);
  t.deepEqual((await operator.get(path)).json.limits, []);
});

test.serial('a limit of streams applies in every process within a second, on both sides of it', async (t) => {
  const { ada, limit } = await account();
  const there = other.client();
  await there.signIn(ada.email, PASSWORD);
  await there.get('/users/me');
  const first = await there.stream('/markets/quotes/stream?symbol=AAPL.US');
  t.is((await there.get('/markets/quotes/stream?symbol=AAPL.US')).json.code, 'too_many_streams');
  await limit([{ name: 'streams', value: 2 }]);
  let second: typeof first | undefined;
  t.true(
    await settlesWithin(
      1_500,
      until(async () => {
        second = await there.stream('/markets/quotes/stream?symbol=AAPL.US').catch(() => undefined);
        return second !== undefined;
      }),
    ),
  );
  const refused = await there.get('/markets/quotes/stream?symbol=AAPL.US');
  t.is(refused.json.code, 'too_many_streams');
  t.regex(refused.json.detail, /^At most 2 streams/);
  first.close();
  second?.close();
});

test.serial('a limit of model tokens is the budget of the account', async (t) => {
  const { ada, limit } = await account();
  t.is((await ada.get('/ai/usage')).json.dailyTokenLimit, 500_000);
  await limit([{ name: 'ai_tokens_today', value: 1_234 }]);
  t.is((await ada.get('/ai/usage')).json.dailyTokenLimit, 1_234);
});
