import 'reflect-metadata';
import test from 'ava';
import { TransactionRepository } from '../../../src/features/portfolios/transactions/transaction.repository.js';
import { TransactionsData } from '../../../src/features/portfolios/transactions/transactions.account-data.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service?.close());

const path = '/users/me/export';

/** Replaces the function that reads the transactions of one account. */
function reading(
  t: { teardown(undo: () => void): void },
  accountId: string,
  read: () => AsyncGenerator<object[]>,
): void {
  const data = service.services.get(TransactionsData);
  const own = data.read.bind(data);
  data.read = (caller) => (caller.accountId === accountId ? read() : own(caller));
  t.teardown(() => {
    data.read = own;
  });
}

const rawExport = (token: string | undefined, signal?: AbortSignal) =>
  fetch(`${service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, signal });

test.serial('an account runs one export at a time, and another account is not held up', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reading(t, ada.accountId, async function* () {
    begun.resolve();
    await gate.promise;
    yield [];
  });
  const first = ada.get(path);
  await begun.promise;
  const second = await ada.get(path);
  t.deepEqual([second.status, second.json.code], [409, 'conflict']);
  t.is((await bob.get(path)).status, 200);
  gate.resolve();
  t.is((await first).status, 200);
  t.is((await ada.get(path)).status, 200);
});

test.serial(
  'an export that fails in the middle ends the connection instead of a document that looks whole',
  async (t) => {
    const ada = await service.signedIn();
    let isBroken = true;
    reading(t, ada.accountId, async function* () {
      yield [{ id: 'first' }];
      if (isBroken) throw new Error('the database went away');
    });
    const answer = await rawExport(ada.token);
    t.is(answer.status, 200);
    await t.throwsAsync(answer.text());
    isBroken = false;
    t.deepEqual(JSON.parse(await (await rawExport(ada.token)).text()).transactions, [{ id: 'first' }]);
  },
);

test.serial('a client that leaves in the middle can begin another export', async (t) => {
  const ada = await service.signedIn();
  const gate = Promise.withResolvers<void>();
  const abort = new AbortController();
  reading(t, ada.accountId, async function* () {
    yield [{ id: 'first' }];
    await gate.promise;
  });
  const answer = await rawExport(ada.token, abort.signal);
  abort.abort();
  await t.throwsAsync(answer.text());
  gate.resolve();
  let next = await rawExport(ada.token);
  for (; next.status === 409; next = await rawExport(ada.token)) await next.text();
  t.is(next.status, 200);
  t.deepEqual(JSON.parse(await next.text()).transactions, [{ id: 'first' }]);
});

test.serial('an export is recorded before any of its data is sent, and does not contain its own record', async (t) => {
  const ada = await service.signedIn();
  t.false((await ada.get(path)).json.activity.some(({ action }: { action: string }) => action === 'user.exported'));
  const actions = (await ada.get(path)).json.activity.map(({ action }: { action: string }) => action);
  t.deepEqual(actions, ['user.exported', 'user.signed_in', 'user.registered']);
});

test.serial(
  'transactions are exported in the order of their portfolios and times, read a page at a time',
  async (t) => {
    const ada = await service.signedIn();
    const [one, other] = [
      await ada.post('/portfolios', { name: 'One', baseCurrency: 'USD' }),
      await ada.post('/portfolios', { name: 'Other', baseCurrency: 'USD' }),
    ];
    const rows = (count: number) =>
      Array.from(
        { length: count },
        (_, row) => `deposit,${new Date(Date.UTC(2020, 0, 1) + row * 60_000).toISOString()},${row + 1},USD`,
      );
    for (const [{ json }, count] of [
      [one, 1_001],
      [other, 3],
    ] as const) {
      const imported = await ada.call('POST', `/portfolios/${json.id}/import`, {
        rawBody: `type,tradedAt,amount,currency\n${rows(count).join('\n')}\n`,
        headers: { 'content-type': 'text/csv' },
      });
      t.is(imported.status, 200, imported.text.slice(0, 500));
    }
    const repository = service.services.get(TransactionRepository);
    const { transactions } = (await ada.get(path)).json as {
      transactions: Array<{ id: string; portfolioId: string; tradedAt: string }>;
    };
    t.is(transactions.length, 1_004);
    const keys = transactions.map(({ portfolioId, tradedAt, id }) => `${portfolioId} ${tradedAt} ${id}`);
    t.deepEqual(keys, keys.toSorted());
    const pages: number[] = [];
    for await (const page of repository.ofAccount(ada.accountId, 900)) pages.push(page.length);
    t.deepEqual(pages, [500, 400]);
  },
);
