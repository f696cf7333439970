// Measures vector tiles over 200,000 vessels: CPU, longest turn of the event loop and size by zoom level, and the time
// of whole requests over HTTP, one after another and warm. The first tile of the base map at each zoom level includes
// reading its coasts, which a service does in a thread.
import 'reflect-metadata';
import { Environment } from '../../../src/config/environment.js';
import { GeospatialConfig } from '../../../src/features/geospatial/geospatial.config.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { drawBaseTile } from '../../../src/features/geospatial/tiles/base-tile.js';
import { MovingTiles } from '../../../src/features/geospatial/tiles/moving-tiles.service.js';
import type { Tile } from '../../../src/features/geospatial/tiles/tile.js';
import { writeTile } from '../../../src/features/geospatial/tiles/tile-content.js';
import { createLog } from '../../../src/logging/log.js';
import { SystemClock } from '../../../src/time/clock.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { percentile } from '../../support/median.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import { fillVessels } from './servers/fill-vessels.js';

const { objects: OBJECTS, rounds: ROUNDS } = sizesOf({
  usual: { objects: 200_000, rounds: 40 },
  smoke: { objects: 2_000, rounds: 2 },
});

const clock = new SystemClock();
const log = createLog({ logLevel: 'error' }, { write: () => undefined });
const config = new GeospatialConfig(new Environment({ SVC_GEO_OBJECT_LIMIT: String(OBJECTS) }));
const live = new LiveState(config, clock, log);
fillVessels(live, OBJECTS, clock.now());
const moving = new MovingTiles(live, clock);
const tileAt = (z: number, lat: number, lon: number): Tile => {
  const sine = Math.sin((lat * Math.PI) / 180);
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor(((lon + 180) / 360) * 2 ** z), y: Math.floor(down * 2 ** z) };
};

/** Measures the longest turn of the event loop in CPU time of this thread (ms). */
class TurnWatch {
  private longest = 0;
  private isOver = false;
  private startedAt = process.threadCpuUsage();

  constructor() {
    setImmediate(() => this.turn());
  }

  end(): number {
    this.isOver = true;
    this.record();
    return this.longest;
  }

  private turn(): void {
    if (this.isOver) return;
    this.record();
    setImmediate(() => this.turn());
  }

  private record(): void {
    const { user, system } = process.threadCpuUsage(this.startedAt);
    this.longest = Math.max(this.longest, (user + system) / 1_000);
    this.startedAt = process.threadCpuUsage();
  }
}

const rows: string[][] = [];
async function measure(name: string, draw: (tile: Tile) => Promise<Uint8Array> | Uint8Array): Promise<void> {
  for (const z of [0, 2, 4, 6, 8, 10]) {
    const [times, turns]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const tile = tileAt(z, 51.5 + (round % 5) / 10, 3 + (round % 7) / 5);
      const before = process.cpuUsage();
      const watch = new TurnWatch();
      bytes = Math.max(bytes, (await draw(tile)).length);
      turns.push(watch.end());
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
    }
    const cells = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
    rows.push([name, String(z), ...cells, percentile(turns, 0.95).toFixed(1), (bytes / 1_000).toFixed(0)]);
  }
}
await measure('vessels', async (tile) => writeTile(await moving.now('vessels', tile)));
await measure('base map', drawBaseTile);
printTable(['layer', 'zoom', 'CPU ms p50', 'p95', 'first or max', 'longest turn p95', 'largest kB'], rows);

const database = await startTestServer(process.env.TEST_DATABASE_URL);
const server = await ServerProcess.start(new URL('./servers/tiles-ours.js', import.meta.url), {
  BENCH_DATABASE_URL: siblingUrl(database.url, database.template),
  BENCH_OBJECTS: String(OBJECTS),
});
try {
  const overHttp: string[][] = [];
  /** Requests a tile. @returns the time until it has arrived (ms) */
  const timed = async (layer: string, { z, x, y }: Tile): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(
      `http://127.0.0.1:${server.port}/api/v1/geospatial/tiles/${layer}/${z}/${x}/${y}.mvt`,
      { headers: { authorization: `Bearer ${server.tokens[0]}` } },
    );
    if (!response.ok) throw new Error(`A tile answered ${response.status}`);
    await response.arrayBuffer();
    return performance.now() - begun;
  };
  for (const layer of ['vessels', 'base'])
    for (const z of [2, 4, 6, 8, 10]) {
      // Tiles of another area load code and coasts.
      for (let round = 0; round < 10; round += 1) await timed(layer, tileAt(z, 30 + round / 10, -80 - round));
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        times.push(await timed(layer, tileAt(z, 51.5 + (round % 5) / 10, 3 + (round % 7) / 5)));
      overHttp.push([layer, String(z), ...[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1))]);
    }
  printTable(['over HTTP', 'zoom', 'ms p50', 'p95', 'max'], overHttp);
} finally {
  await server.stop();
  await database.stop();
}
