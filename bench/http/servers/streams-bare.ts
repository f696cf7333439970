// node:http alone, which writes the same bytes to every open response: the minimum cost of a fan-out.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { obeyFanOut } from '../../support/fan-out.js';

const open = new Set<ServerResponse>();
const server = createServer((_req, res) => {
  res
    .writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
    .write(': open\n\n');
  open.add(res);
  res.once('close', () => open.delete(res));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
let id = 0;
obeyFanOut((server.address() as AddressInfo).port, undefined, (quote) => {
  id += 1;
  const frame = Buffer.from(`id: ${id}\nevent: quote\ndata: ${JSON.stringify(quote)}\n\n`);
  for (const res of open) res.write(frame);
});
