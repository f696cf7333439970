// The cost of a password hash, and the effect of 32 of them at once on the event loop, on file access and on memory.
import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PasswordHasher } from '../../../src/features/auth/passwords/password-hasher.js';
import { sizesOf } from '../../support/sizes.js';

const { hashes: HASHES, atOnce: AT_ONCE } = sizesOf({
  usual: { hashes: 15, atOnce: 32 },
  smoke: { hashes: 1, atOnce: 2 },
});
const hasher = new PasswordHasher();
await hasher.hash('warm up');

const times: number[] = [];
for (let count = 0; count < HASHES; count += 1) {
  const started = performance.now();
  await hasher.hash('correct horse battery staple');
  times.push(performance.now() - started);
}
times.sort((one, other) => one - other);
console.log(`one hash: median ${times[times.length >> 1]!.toFixed(1)} ms, best ${times[0]!.toFixed(1)} ms`);

const memory = process.memoryUsage().rss;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let slowestStat = 0;
let done = false;
const stats = (async () => {
  while (!done) {
    const started = performance.now();
    await stat('.');
    slowestStat = Math.max(slowestStat, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
})();
const started = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, () => hasher.hash('correct horse battery staple')));
done = true;
await stats;
delay.disable();
const took = performance.now() - started;
console.log(
  `${AT_ONCE} at once: ${took.toFixed(0)} ms, event loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, max ${(delay.max / 1e6).toFixed(1)} ms`,
);
console.log(
  `slowest fs.stat meanwhile: ${slowestStat.toFixed(1)} ms; memory grew by ${((process.memoryUsage().rss - memory) / 1e6).toFixed(0)} MB`,
);
await hasher.close();
