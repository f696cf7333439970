// The clients of a fan-out bench. They use plain sockets and parse as little as possible, so that they do not slow the
// server on the same machine.
import type { Socket } from 'node:net';
import { openStream } from './call-service.js';
import { nowMicros, type ReadersReport } from './fan-out.js';
import { wireRequest } from './load.js';

const [port, count, token, kind] = process.argv.slice(2) as [string, string, string?, string?];
const isSocket = kind === 'socket';
const handshake = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const plain = wireRequest('GET', `/api/v1/bench/${isSocket ? 'socket' : 'stream'}`, token || undefined);
const request = isSocket ? plain.replace(/\r\n\r\n$/, `\r\n${handshake}${key}\r\n`) : plain;
/** Number of connections opened at the same time; below the listen backlog of the server. */
const atOnce = 100;
const pattern = /"at":(\d+)\}/g;

let expected = Number.POSITIVE_INFINITY;
let first = 0;
let delays: number[] = [];

const open = async (): Promise<Socket> => follow(await openStream(Number(port), request, isSocket ? 101 : 200));

function follow(socket: Socket): Socket {
  let rest = '';
  socket.on('data', (text: string) => {
    const now = nowMicros();
    rest += text;
    let end = 0;
    for (const match of rest.matchAll(pattern)) {
      first ||= Number(match[1]);
      delays.push((now - Number(match[1])) / 1_000);
      end = match.index + match[0].length;
    }
    rest = rest.slice(end);
    if (delays.length >= expected) report(now);
  });
  return socket;
}

function report(now: number): void {
  process.send?.({ received: delays.length, tookMs: (now - first) / 1_000, delays } satisfies ReadersReport);
  [expected, first, delays] = [Number.POSITIVE_INFINITY, 0, []];
}

for (let opened = 0; opened < Number(count); opened += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(count) - opened) }, open));
process.on('message', (messages: number) => {
  expected = messages * Number(count);
  process.send?.('listening');
});
process.once('disconnect', () => process.exit(0));
process.send?.('open');
