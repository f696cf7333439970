// A process that waits for a message and then migrates the database argv[2] with the folder argv[3].
import { migrate } from '../../src/database/migrate.js';

const [url, folder] = process.argv.slice(2) as [string, string];
process.once('message', async () => {
  await migrate({ connectionString: url }, folder);
  process.disconnect();
});
process.send?.('ready');
