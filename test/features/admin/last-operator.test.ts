import 'reflect-metadata';
import test from 'ava';
import pg from 'pg';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

test('the last operator cannot be demoted, disabled or deleted, by anyone', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  const path = `/admin/users/${chief.accountId}`;
  const answers = [
    await chief.patch(path, { role: 'user' }),
    await chief.patch(path, { disabled: true }),
    await chief.delete(path),
    await chief.delete('/users/me', { body: { currentPassword: PASSWORD } }),
  ];
  for (const { status, json } of answers) t.deepEqual([status, json.code], [409, 'last_operator']);
  t.like((await chief.get(path)).json, { role: 'operator', disabled: false, version: 1 });
});

test('a disabled operator does not count as the last operator', async (t) => {
  const { signedIn } = await serviceFor(t);
  const [chief, deputy] = [await signedIn('chief', 'operator'), await signedIn('deputy', 'operator')];
  t.is((await chief.patch(`/admin/users/${deputy.accountId}`, { disabled: true })).status, 200);
  t.is((await chief.patch(`/admin/users/${chief.accountId}`, { role: 'user' })).json.code, 'last_operator');
  // Deleting an already disabled operator does not change the number of active operators.
  t.is((await chief.delete(`/admin/users/${deputy.accountId}`)).status, 204);
});

test('when two operators remove each other concurrently one remains', async (t) => {
  for (const remove of ['demote', 'disable', 'delete'] as const) {
    const { signedIn, database } = await serviceFor(t);
    const [one, other] = [await signedIn('one', 'operator'), await signedIn('other', 'operator')];
    const act = (by: typeof one, id: string) =>
      remove === 'delete'
        ? by.delete(`/admin/users/${id}`)
        : by.patch(`/admin/users/${id}`, remove === 'demote' ? { role: 'user' } : { disabled: true });
    const answers = await Promise.all([act(one, other.accountId), act(other, one.accountId)]);
    t.true(answers.every(({ status }) => status < 500));
    const { rows } = await database.database.query(
      "select 1 from accounts where role = 'operator' and disabled_at is null",
    );
    t.is(rows.length, 1, `${remove}: ${answers.map(({ status }) => status)}`);
  }
});

test('one of two operators who are demoted concurrently remains, even while the other change is not yet committed', async (t) => {
  const service = await serviceFor(t);
  const first = await service.signedIn('first', 'operator');
  const second = await service.signedIn('second', 'operator');
  const accounts = service.services.get(AccountsService);
  const other = new pg.Client({ connectionString: service.database.url });
  other.on('error', () => {});
  await other.connect();
  t.teardown(() => other.end());
  await other.query('begin');
  await other.query("update accounts set role = 'user' where id = $1", [first.accountId]);
  const demotion = t.throwsAsync(accounts.change(second.accountId, { role: 'user' }), {
    message: /another account an operator/,
  });
  // The request waits for the row lock of the open transaction.
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const sees = async () => ((await service.database.database.query(waiting)).rowCount ?? 0) > 0;
  for (let tries = 0; tries < 100 && !(await sees()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await other.query('commit');
  await demotion;
});
