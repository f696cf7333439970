// A process that logs as fast as possible while its parent does not read. It answers messages of its parent: `flood`
// with the number of lines logged and the growth of its memory, `line` after it has logged another line, `stop` by
// ending as the service does.
import { createLog } from '../../src/logging/log.js';

const LINES = 400_000;
const log = createLog({ logLevel: 'info' });
const text = 'x'.repeat(400);

async function flood(): Promise<void> {
  log.info({ text }, 'flood');
  await new Promise(setImmediate);
  const before = process.memoryUsage().rss;
  for (let count = 1; count < LINES; count += 1) {
    log.info({ text }, 'flood');
    if (count % 1_000 === 0) await new Promise(setImmediate);
  }
  process.send?.({ lines: LINES, grownBytes: process.memoryUsage().rss - before });
}

process.on('message', (asked) => {
  if (asked === 'flood') void flood();
  if (asked === 'line') log.info({}, 'later');
  if (asked === 'stop') void log.close().finally(() => process.exit(0));
});
process.send?.('loaded');
