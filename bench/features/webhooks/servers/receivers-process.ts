// Ten webhook receivers, each on its own port, which answer 204 and record the time of arrival of each event. Calls to
// paths under /hang are neither answered nor recorded.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The first message of the process, and its reply to a request. */
export interface ReceiversMessage {
  ports?: number[];
  /** Delay of each call: from the time of the event to its arrival (ms). */
  delays?: number[];
  /** Time between the first and the last arrival (ms). */
  span?: number;
}

let delays: number[] = [];
let [first, last] = [0, 0];

async function listen(): Promise<number> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (request.url?.startsWith('/hang')) return;
      const now = Date.now();
      first ||= now;
      last = now;
      delays.push(now - Date.parse((JSON.parse(body) as { time: string }).time));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all(Array.from({ length: 10 }, listen));
process.on('message', (what: 'count' | 'take') => {
  process.send?.({ delays, span: last - first } satisfies ReceiversMessage);
  if (what === 'take') [delays, first, last] = [[], 0, 0];
});
process.once('disconnect', () => process.exit(0));
process.send?.({ ports } satisfies ReceiversMessage);
