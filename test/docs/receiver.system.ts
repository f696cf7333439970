import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../support/own-port.js';

const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples', 'receiver.mjs');

/** Starts the example receiver. @returns a function that posts to it */
async function startReceiver(t: ExecutionContext, secret: Buffer) {
  const port = await freePort();
  const child = spawn(process.execPath, [file, `whsec_${secret.toString('base64')}`, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.teardown(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return async (headers: Record<string, string>, body: string): Promise<number> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      } catch (error) {
        if (tries === 200) throw error;
        await wait(25);
      }
    }
  };
}

test('the example receiver accepts signed, recent messages only', async (t) => {
  const secret = randomBytes(32);
  const post = await startReceiver(t, secret);
  const body = '{"specversion":"1.0","data":{"price":"12 €"}}';
  const at = (ageSeconds: number) => String(Math.floor(Date.now() / 1000) - ageSeconds);
  const signed = (key: Buffer, timestamp: string) => ({
    'webhook-id': '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`01980a6e-5f3c-7c1a-9b52-3a8f64d2e901.${timestamp}.${body}`).digest('base64')}`,
  });
  const genuine = signed(secret, at(0));
  const other = signed(randomBytes(32), at(0));
  t.is(await post(genuine, body), 204);
  t.is(
    await post(
      { ...genuine, 'webhook-signature': `${other['webhook-signature']} ${genuine['webhook-signature']}` },
      body,
    ),
    204,
  );
  t.is(await post(genuine, body.replace('12', '13')), 400);
  t.is(await post(other, body), 400);
  t.is(await post(signed(secret, at(360)), body), 400);
  t.is(await post({}, body), 400);
});
