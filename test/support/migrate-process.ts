// A process of its own that migrates, on a message, the database of argv[2] by the folder argv[3].
import { migrate } from '../../src/database/migrate.js';

const [url, folder] = process.argv.slice(2) as [string, string];
process.once('message', async () => {
  await migrate({ connectionString: url }, folder);
  process.disconnect();
});
process.send?.('ready');
