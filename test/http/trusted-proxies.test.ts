import test from 'ava';
import { FaultsController } from '../support/controllers/faults.controller.js';
import { startTestService } from '../support/test-service.js';

const controllers = [{ controller: FaultsController, tag: 'debug' }];

/**
 * Returns the addresses that the service regards as the caller's, one for each `X-Forwarded-For` header; '' sends no
 * header.
 */
async function believed(hops: number, forwarded: string[]): Promise<string[]> {
  const service = await startTestService({ controllers, env: { SVC_TRUSTED_PROXIES: String(hops) } });
  const client = service.client();
  const answers: string[] = [];
  for (const value of forwarded)
    answers.push(
      (await client.get('/faults/origin', { headers: value === '' ? {} : { 'x-forwarded-for': value } })).json.address,
    );
  await service.close();
  return answers;
}

test('without trusted proxies X-Forwarded-For is ignored', async (t) => {
  t.deepEqual(await believed(0, ['203.0.113.7', '203.0.113.7, 198.51.100.1']), ['127.0.0.1', '127.0.0.1']);
});

test('with one trusted proxy the last address is used', async (t) => {
  t.deepEqual(await believed(1, ['203.0.113.7', '6.6.6.6, 203.0.113.7', '6.6.6.6,7.7.7.7,203.0.113.7', '']), [
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.7',
    '127.0.0.1',
  ]);
});

test('with two trusted proxies the last address but one is used', async (t) => {
  t.deepEqual(await believed(2, ['203.0.113.7, 10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.1']), [
    '203.0.113.7',
    '203.0.113.7',
  ]);
});

test('a forwarded value that is not an address is ignored', async (t) => {
  const [address] = await believed(1, ["'; drop table accounts; --"]);
  t.is(address, '127.0.0.1');
});

test('sign-ins are counted by the trusted address: a spoofed one has no effect', async (t) => {
  const service = await startTestService({ env: { SVC_TRUSTED_PROXIES: '1', SVC_SIGN_IN_LIMIT: '3' } });
  t.teardown(() => service.close());
  const attempt = async (forwarded: string, index: number) =>
    (
      await service
        .client()
        .post(
          '/auth/login',
          { email: `nobody${index}@watchfloor.test`, password: 'wrong password' },
          { headers: { 'x-forwarded-for': forwarded } },
        )
    ).status;
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push(await attempt(`10.0.0.${index}, 203.0.113.7`, index));
  t.deepEqual(statuses, [401, 401, 401, 429]);
  t.is(await attempt('203.0.113.8', 9), 401);
});
