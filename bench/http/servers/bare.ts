// node:http alone, without token, limit, validation, log line or router: the minimum cost of the response.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announce } from '../../support/server-process.js';
import { priceOf, receiptOf } from './work.js';

function answer(res: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  res
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
    .end(text);
}

const server = createServer((req, res) => {
  if (req.method === 'GET') return answer(res, priceOf(req.url!.slice(req.url!.lastIndexOf('/') + 1)));
  const chunks: Buffer[] = [];
  req
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => answer(res, receiptOf(JSON.parse(Buffer.concat(chunks).toString()))));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
announce({ port: (server.address() as AddressInfo).port, tokens: [] });
