import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import test from 'ava';
import type { Context } from 'koa';
import { fileBody } from '../../src/http/body.js';

const PART_BYTES = 65_536;
const PARTS = 16;

/** Returns a request whose whole body has already arrived, in parts as a socket delivers them. */
function arrived(body: Buffer): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'text/csv', 'content-length': String(body.length) };
  request.complete = true;
  for (let start = 0; start < body.length; start += PART_BYTES) request.push(body.subarray(start, start + PART_BYTES));
  request.push(null);
  return request;
}

test('a turn of the event loop reads at most two parts of a long body that has arrived', async (t) => {
  const body = randomBytes(PARTS * PART_BYTES);
  const req = arrived(body);
  const partsByTurn = new Map<number, number>();
  let turn = 0;
  const watch = () => {
    turn += 1;
    if (!req.readableEnded) setImmediate(watch);
  };
  setImmediate(watch);
  const reading = fileBody({ req } as Context, ['text/csv']).read();
  req.on('data', () => partsByTurn.set(turn, (partsByTurn.get(turn) ?? 0) + 1));
  t.true(body.equals(await reading));
  t.true(Math.max(...partsByTurn.values()) <= 2, JSON.stringify([...partsByTurn]));
});
