// The clients of ticks.ts. They use plain sockets and parse as little as possible, so that they do not slow the server
// on the same machine.
import { openStream } from '../../../support/call-service.js';
import { wireRequest } from '../../../support/load.js';

/** The report of the readers at the end of the measurement. */
export interface TicksReport {
  received: number;
  /** Delay of each message (ms): from the time at which the service received the tick to the arrival of the message. */
  delays: number[];
}

const [port, count, path, token] = process.argv.slice(2) as [string, string, string, string];
const fetchedAt = /"fetchedAt":"([^"]+)"/g;
const atOnce = 50;
let delays: number[] = [];
let isMeasured = false;

async function open(): Promise<void> {
  const socket = await openStream(Number(port), wireRequest('GET', path, token));
  let rest = '';
  socket.on('data', (text: string) => {
    const end = text.lastIndexOf('\n\n');
    const whole = end < 0 ? '' : rest + text.slice(0, end);
    rest = end < 0 ? rest + text : text.slice(end);
    if (!isMeasured) return;
    const now = Date.now();
    for (const match of whole.matchAll(fetchedAt)) delays.push(now - Date.parse(match[1] as string));
  });
}

for (let opened = 0; opened < Number(count); opened += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(count) - opened) }, open));
process.on('message', (forMs: number) => {
  delays = [];
  isMeasured = true;
  setTimeout(() => {
    isMeasured = false;
    process.send?.({ received: delays.length, delays } satisfies TicksReport);
  }, forMs);
});
process.once('disconnect', () => process.exit(0));
process.send?.('open');
