import 'reflect-metadata';
import test from 'ava';
import { migrate } from '../../../src/database/migrate.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { migrationsBefore } from '../../support/migrations-before.js';
import { createEmptyDatabase, openPatiently } from '../../support/test-database.js';

test('the migration reads the names of the entities of alerts from their titles', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url }, migrationsBefore(t, '_alert_entity_names'));
  const database = openPatiently(url, 2);
  t.teardown(() => database.close());
  const account = uuidV7();
  await database.query(
    "insert into accounts (id, email, display_name, password_hash) values ($1, 'a@old.test', 'Ada', 'x')",
    [account],
  );
  const alerts: Array<[key: string, title: string, name: string | null]> = [
    ['vessel:219024336', 'Near: port: EVER (GIVEN) (vessel:219024336)', 'EVER (GIVEN)'],
    ['vessel:219024337', 'Near: port: vessel:219024337', null],
    ['vessel:219024338', 'Near: port:  (vessel:219024338)', null],
    ['vessel:219024339', 'Another name of the rule: AURORA (vessel:219024339)', null],
    ['', 'Near: port', null],
  ];
  for (const [crossing, [key, title]] of alerts.entries())
    await database.query(
      `insert into alerts (id, account_id, rule_id, rule_name, key, crossing, state, severity, title, started_at,
         explanation, symbols, entities, created_at, updated_at)
       values ($1, $2, $3, 'Near: port', $4, $5, 'firing', 'info', $6, now(), '[]', '{}', '{}', now(), now())`,
      [uuidV7(), account, uuidV7(), key, crossing, title],
    );
  await migrate({ connectionString: url });
  const { rows } = await database.query<{ name: string | null }>(
    'select entity_name as name from alerts order by crossing',
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    alerts.map(([, , name]) => name),
  );
});
