// Writes released/statements.txt and last-migration.txt from the records of a test run (`TEST_STATEMENTS`); see
// released/README.md. Usage: node dist/test/support/release-statements.js RECORDS
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastMigration } from './migrations-before.js';
import { planStatements, readStatements } from './prepare-statements.js';
import { siblingUrl, startTestServer } from './test-server.js';

const [records] = process.argv.slice(2);
if (records === undefined) throw new Error('Name the file that TEST_STATEMENTS named.');
const server = await startTestServer(process.env.TEST_DATABASE_URL);
try {
  // Other statements belong to tables of single tests, and to the job queue, which migrates its own schema.
  const { planned } = await planStatements(siblingUrl(server.url, server.template), readStatements(records));
  const lines = planned.map((text) => text.replace(/\s+/g, ' ').trim()).sort();
  const released = join(import.meta.dirname, '..', '..', '..', 'released');
  writeFileSync(join(released, 'statements.txt'), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(released, 'last-migration.txt'), `${lastMigration()}\n`);
  console.log(`${lines.length} statements`);
} finally {
  await server.stop();
}
