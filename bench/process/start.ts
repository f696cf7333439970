// The time from the start of the service until it is ready, with a data directory that was used before, and the time of
// exporting the API description.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../../test/support/test-server.js';
import { median } from '../support/median.js';
import { ServiceProcess } from '../support/service-process.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';
import { timeProcess } from '../support/time-process.js';

const { runs, warmUps } = sizesOf({ usual: { runs: 7, warmUps: 1 }, smoke: { runs: 1, warmUps: 0 } });
const exporter = fileURLToPath(new URL('../../../bin/watchfloor-openapi.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'watchfloor-start-'));
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;

const times = { embedded: [] as number[], own: [] as number[], wall: [] as number[], cpu: [] as number[] };
async function ready(dataDir: string, env?: Record<string, string>): Promise<number> {
  const service = await ServiceProcess.start(dataDir, env);
  await service.stop();
  return service.readyAfter;
}

try {
  // The first run creates the data directories and fills the compile cache; it is not counted.
  for (let run = -warmUps; run < runs; run += 1) {
    const embedded = await ready(join(directory, 'embedded'));
    const own = await ready(join(directory, 'own'), { SVC_DATABASE_URL: database.href });
    const { wall, cpu } = await timeProcess(exporter, 'export');
    if (run >= 0)
      for (const [name, value] of Object.entries({ embedded, own, wall, cpu }))
        times[name as keyof typeof times].push(value);
  }
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

const row = (name: string, values: number[]) => [
  name,
  median(values).toFixed(0),
  Math.min(...values).toFixed(0),
  Math.max(...values).toFixed(0),
];
printTable(
  [`ms, median of ${runs}`, 'median', 'least', 'most'],
  [
    row('start to ready, embedded PostgreSQL', times.embedded),
    row('start to ready, PostgreSQL already there', times.own),
    row('watchfloor-openapi export, wall', times.wall),
    row('watchfloor-openapi export, CPU', times.cpu),
  ],
);
console.log('aim: export under 800 ms');
