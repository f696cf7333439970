import test from 'ava';
import { migrate } from '../../src/database/migrate.js';
import { moveData } from '../../src/transfer/move-data.js';
import { SourceSnapshot } from '../../src/transfer/source-snapshot.js';
import { contentsOf, foreignKeysOf } from '../support/database-contents.js';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.js';
import { execute } from '../support/test-server.js';
import { runCommand } from '../support/test-terminal.js';

const watchfloor = (args: string[], url: string) => runCommand(args, { SVC_ENV: 'test', SVC_DATABASE_URL: url });

test('migrate-data continues after an interruption, copies changed tables again, and the database is not used before it is complete', async (t) => {
  const { url: source, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const add = (number: number) =>
    database.query(
      "INSERT INTO accounts (id, email, display_name, password_hash) VALUES (gen_random_uuid(), $1, 'Mover', 'x')",
      [`${number}@move.test`],
    );
  await add(1);
  const { url: target, drop: dropTarget } = await createEmptyDatabase();
  t.teardown(dropTarget);
  const interruption = new AbortController();
  const onProgress = ({ finished }: { finished: number }) => void (finished === 20 && interruption.abort());
  const first = await SourceSnapshot.open({ connectionString: source });
  await t.throwsAsync(moveData(first, { connectionString: target }, { onProgress, signal: interruption.signal }), {
    message: /Run the command again/,
  });
  await first.close();
  await t.throwsAsync(migrate({ connectionString: target }), { message: /was not filled completely/ });

  await add(2);
  // The connections of this test to the source count as a running service.
  t.regex((await watchfloor(['migrate-data', '--to', target], source)).err, /The service runs on this database/);
  const { status, out, err } = await watchfloor(['migrate-data', '--to', target, '--while-running'], source);
  t.is(status, 0, err);
  t.regex(
    out,
    /^Copied \d+ tables with 2 rows, as of .*; all checksums agree\. 19 table\(s\) had been copied before\.\nSet SVC_DATABASE_URL=postgres/,
  );
  t.deepEqual(await contentsOf(target), await contentsOf(source));
  t.deepEqual(await foreignKeysOf(target), await foreignKeysOf(source));
  t.is((await execute(target, "SELECT FROM pg_namespace WHERE nspname LIKE 'watchfloor%'")).rows.length, 0);
  t.regex(
    (await watchfloor(['migrate-data', '--to', target, '--while-running'], source)).err,
    /The database is not empty/,
  );
});

test('the target is given as a URL of PostgreSQL', async (t) => {
  for (const args of [
    [],
    ['--to', 'mysql://localhost/x'],
    ['--to', 'nothing'],
    ['--to', 'postgres://localhost/x', 'more'],
  ])
    t.is((await watchfloor(['migrate-data', ...args], 'postgres://localhost/none')).status, 2);
});
