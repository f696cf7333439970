import 'reflect-metadata';
import test from 'ava';
import type { Database } from '../../../../src/database/database.js';
import type { SQL } from '../../../../src/database/drizzle.js';
import {
  CorporateActionRepository,
  type KnownActions,
} from '../../../../src/features/markets/candles/corporate-action.repository.js';
import { corporateActionChecks } from '../../../../src/features/markets/markets.schema.js';
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
  t.deepEqual(await reading, [known]);
});
