// Koa alone, without the duties: the minimum cost of the framework under our server.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { announce } from '../../support/server-process.js';
import { priceOf, receiptOf } from './work.js';

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.method === 'GET') {
    ctx.body = priceOf(ctx.path.slice(ctx.path.lastIndexOf('/') + 1));
    return;
  }
  const chunks: Buffer[] = [];
  ctx.req.on('data', (chunk) => chunks.push(chunk));
  await once(ctx.req, 'end');
  ctx.body = receiptOf(JSON.parse(Buffer.concat(chunks).toString()));
});
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
announce({ port: (server.address() as AddressInfo).port, tokens: [] });
