import 'reflect-metadata';
import test from 'ava';
import type { Database } from '../../../../src/database/database.js';
import type { SQL } from '../../../../src/database/drizzle.js';
import {
  CorporateActionRepository,
  type KnownActions,
} from '../../../../src/features/markets/candles/corporate-action.repository.js';
import { corporateActionChecks } from '../../../../src/features/markets/markets.candles.schema.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const known: KnownActions = {
  actions: [{ day: '2020-08-31', kind: 'split', value: 4 }],
  provider: 'eodhd',
  checkedAt: new Date('2026-07-15T15:00:00Z'),
};

let stored: TestDatabase;
test.before(async () => {
  stored = await createTestDatabase();
});
test.after.always(() => stored.drop());

test('actions stored by another process during a read are returned completely or not at all', async (t) => {
  const { database } = stored;
  const { promise: isStored, resolve } = Promise.withResolvers<void>();
  /** A database in which the checks are read only after the other process has stored its own. */
  const late = {
    select: () => ({
      from: (table: typeof corporateActionChecks) => {
        const query = database.orm.select().from(table);
        return table === corporateActionChecks
          ? { where: async (condition: SQL) => isStored.then(() => query.where(condition)) }
          : query;
      },
    }),
  };
  const reading = new CorporateActionRepository({ orm: late } as unknown as Database).find('AAPL.US');
  await new CorporateActionRepository(database).replace('AAPL.US', known, '1950-01-01');
  resolve();
  const unstated = { currency: null, declarationDay: null, recordDay: null, paymentDay: null };
  const actions = known.actions.map((action) => ({ ...action, ...unstated, seenAt: known.checkedAt }));
  t.deepEqual(await reading, [{ ...known, actions }]);
});

test('an action that is read again keeps the time at which it was first seen', async (t) => {
  const repository = new CorporateActionRepository(stored.database);
  const later = { day: '2026-09-01', kind: 'dividend', value: 1, currency: 'USD' } as const;
  const again = new Date('2026-07-16T15:00:00Z');
  await repository.replace('KO.US', known, '1950-01-01');
  await repository.replace('KO.US', { ...known, actions: [...known.actions, later], checkedAt: again }, '1950-01-01');
  const [found] = await repository.find('KO.US');
  t.deepEqual(
    found?.actions.map(({ seenAt }) => seenAt),
    [known.checkedAt, again],
  );
  t.is(found?.actions[1]?.currency, 'USD');
});
