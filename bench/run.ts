// `npm run bench [-- name…]`: runs the benches whose name contains one of the given words, or all of them, one after another.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const benches = [
  'features/markets/quotes',
  'features/markets/ticks',
  'features/markets/candles',
  'features/markets/indicators',
  'features/geospatial/ais-decode',
  'features/geospatial/adsb-read',
  'features/geospatial/live-index',
  'features/geospatial/geojson',
  'features/geospatial/stream',
  'features/geospatial/map',
  'features/geospatial/density',
  'features/geospatial/geofences',
  'features/geospatial/detectors',
  'features/geospatial/detections',
  'features/geospatial/track-thinning',
  'features/geospatial/partitions',
  'features/geospatial/bus',
  'features/geospatial/simulator',
  'features/geospatial/soak',
  'features/news/ingest',
  'features/graphs/expression',
  'charts/images',
  'http/request-cost',
  'http/isolation',
  'http/hostile-bodies',
  'http/rate-limit',
  'http/stream-fan-out',
  'events/log',
  'events/partitions',
  'features/auth/password-hasher',
  'features/auth/sign-in-load',
  'features/portfolios/import',
  'features/clients/summary',
  'features/search/search',
  'features/ai/composer',
  'features/ai/overhead',
  'features/subscriptions/matching',
  'features/alerts/alert-rules',
  'features/alerts/backtest',
  'features/portfolios/valuation',
  'features/portfolios/live-values',
  'features/portfolios/monte-carlo',
  'features/webhooks/delivery',
  'features/webhooks/hanging',
  'upstream/outbound',
  'process/start',
  'process/scaling',
  'process/takeover',
  'process/soak',
];

const words = process.argv.slice(2);
const chosen = benches.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such bench. There are:\n  ${benches.join('\n  ')}`);
  process.exit(2);
}

console.log(`${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const name of chosen) {
  console.log(`\n== ${name}   (npm run bench -- ${name})`);
  const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--expose-gc', script], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exitCode = 1;
}
