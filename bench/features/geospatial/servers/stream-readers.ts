// The clients of stream.ts, each with a bounding box of its own. They use plain sockets and parse as little as
// possible, so that they do not slow the server on the same machine.
import { openStream } from '../../../support/call-service.js';
import { wireRequest } from '../../../support/load.js';

/** The report of the readers at the end of the measurement. */
export interface StreamReport {
  received: number;
  bytes: number;
  /**
   * Delay of each message (ms): from the time at which the service received the report to the arrival of the message.
   */
  delays: number[];
}

const [port, count, side, token] = process.argv.slice(2) as [string, string, string, string];
const fetchedAt = /"fetchedAt":"([^"]+)"/g;
const atOnce = 20;
let delays: number[] = [];
let bytes = 0;
let isMeasured = false;

async function open(index: number): Promise<void> {
  const [west, south] = [-12 + ((index * 7.31) % (44 - Number(side))), 34 + ((index * 3.77) % (28 - Number(side)))];
  const box = [west, south, west + Number(side), south + Number(side)].map((value) => value.toFixed(3)).join();
  const request = wireRequest('GET', `/api/v1/geospatial/stream?layer=vessels,aircraft&bbox=${box}`, token);
  const socket = await openStream(Number(port), request);
  let rest = '';
  socket.on('data', (text: string) => {
    const end = text.lastIndexOf('\n\n');
    const whole = end < 0 ? '' : rest + text.slice(0, end);
    rest = end < 0 ? rest + text : text.slice(end);
    if (!isMeasured) return;
    const now = Date.now();
    bytes += text.length;
    for (const match of whole.matchAll(fetchedAt)) delays.push(now - Date.parse(match[1] as string));
  });
}

for (let opened = 0; opened < Number(count); opened += atOnce) {
  await Promise.all(
    Array.from({ length: Math.min(atOnce, Number(count) - opened) }, (_, index) => open(opened + index)),
  );
}
process.on('message', (forMs: number) => {
  [delays, bytes, isMeasured] = [[], 0, true];
  setTimeout(() => {
    isMeasured = false;
    process.send?.({ received: delays.length, bytes, delays } satisfies StreamReport);
  }, forMs);
});
process.once('disconnect', () => process.exit(0));
process.send?.('open');
