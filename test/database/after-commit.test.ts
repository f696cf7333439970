import 'reflect-metadata';
import test from 'ava';
import { createTestDatabase } from '../support/test-database.js';

test('after-commit work runs in order after the commit and sees the written data', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query('create table notes (text text)');
  const happened: string[] = [];
  const seen = Promise.withResolvers<number | null>();
  await database.transaction(async () => {
    await database.query("insert into notes values ('one')");
    database.afterCommit(() => void happened.push('first'));
    database.afterCommit(() => seen.resolve(database.query('select 1 from notes').then(({ rowCount }) => rowCount)));
    database.afterCommit(() => void happened.push('second'));
    happened.push('written');
  });
  t.deepEqual(happened, ['written', 'first', 'second']);
  t.is(await seen.promise, 1);
});

test('after a rollback no after-commit work runs', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const happened: string[] = [];
  const failing = database.transaction(async () => {
    database.afterCommit(() => void happened.push('after all'));
    throw new Error('after all not');
  });
  await t.throwsAsync(failing, { message: 'after all not' });
  t.deepEqual(happened, []);
});

test('after a failed commit no after-commit work runs', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query('create table notes (text text unique deferrable initially deferred)');
  const happened: string[] = [];
  const failing = database.transaction(async () => {
    await database.query("insert into notes values ('one'), ('one')");
    database.afterCommit(() => void happened.push('after all'));
  });
  await t.throwsAsync(failing, { message: /^Failed query: commit/ });
  t.deepEqual(happened, []);
});

test('in a nested transaction the work runs after the commit of the outermost one', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const happened: string[] = [];
  await database.transaction(async () => {
    await database.transaction(async () => database.afterCommit(() => void happened.push('inner')));
    happened.push('outer goes on');
  });
  t.deepEqual(happened, ['outer goes on', 'inner']);
});

test('work of a savepoint that was rolled back does not run, and that of the transaction around it does', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const happened: string[] = [];
  await database.transaction(async () => {
    database.afterCommit(() => void happened.push('outer'));
    const inner = database.transaction(async () => {
      database.afterCommit(() => void happened.push('inner'));
      throw new Error('rolled back');
    });
    await t.throwsAsync(inner, { message: 'rolled back' });
  });
  t.deepEqual(happened, ['outer']);
});

test('outside a transaction the work runs at once', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  let happened = false;
  database.afterCommit(() => {
    happened = true;
  });
  t.true(happened);
});
