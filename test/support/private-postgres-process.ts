// A process that opens the private PostgreSQL of argv[2]. On a message, it writes numbers into it and reports the
// committed ones.
import pg from 'pg';
import { openPrivatePostgres } from '../../src/database/private-postgres/private-postgres.js';

const [dataDir, binariesRoot, writer] = process.argv.slice(2) as [string, string, string];

async function open() {
  const started = performance.now();
  const server = await openPrivatePostgres(dataDir, () => {}, binariesRoot ? { binariesRoot } : {});
  return { server, ms: performance.now() - started };
}

async function write({
  socketDirectory: host,
  port,
  user,
  database,
}: Awaited<ReturnType<typeof open>>['server']): Promise<void> {
  const client = new pg.Client({ host, port, user, database });
  client.on('error', () => {});
  await client.connect();
  // the other writer may have created it
  await client.query('CREATE TABLE IF NOT EXISTS ledger (writer text, entry int)').catch(() => {});
  for (let entry = 0; !process.exitCode; entry += 1) {
    await client.query('INSERT INTO ledger VALUES ($1, $2)', [writer, entry]);
    process.send?.({ committed: entry });
  }
}

process.send?.({ opening: true });
try {
  const { server, ms } = await open();
  process.on('message', (command) => {
    if (command === 'write') write(server).catch(() => {}); // the server may be killed during the write
    if (command === 'release') void server.release().then(() => process.disconnect());
  });
  process.send?.({ how: server.how, ms });
} catch (error) {
  process.send?.({ failed: String(error) }, () => process.exit(1));
}
