import 'reflect-metadata';
import test from 'ava';
import { startProcess } from '../support/service-process.js';
import { SECRET, type TestService } from '../support/test-service.js';
import { runCommand } from '../support/test-terminal.js';
import { deliveryOf, isSignedBy, webhookServiceFor } from '../support/webhook-service.js';

const OTHER_SECRET = 'qB7nR2xW9kLm4Tz8Vc3Yd6Hf1Gj5Ps0A';

/** Runs a command on the database of the service, with another data secret. */
async function watchfloor(service: TestService, args: string[]) {
  const { status, out, err } = await runCommand(args, {
    SVC_DATABASE_URL: service.database.url,
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: OTHER_SECRET,
  });
  return { status, said: out + err };
}

test.serial(
  'the service does not start while its data secrets cannot decrypt the secrets of webhook endpoints',
  async (t) => {
    const service = await webhookServiceFor(t);
    await service.subscriber();
    await service.subscriber('/second');
    const env = { SVC_DATABASE_URL: service.database.url, SVC_DATA_SECRET: OTHER_SECRET };
    const error = await t.throwsAsync(startProcess(t, env));
    t.regex(error?.message ?? '', /SVC_DATA_SECRET does not open the secrets of 2 webhook endpoint\(s\)/);
    t.regex(error?.message ?? '', /npx watchfloor secrets discard/);
    t.notRegex(error?.message ?? '', new RegExp(`${OTHER_SECRET}|\\n\\s+at `));
    await t.notThrowsAsync(startProcess(t, { ...env, SVC_DATA_PREVIOUS_SECRETS: SECRET }));
  },
);

test.serial(
  'a command discards lost secrets: the owner is notified, rotates the secret and enables the endpoint',
  async (t) => {
    const service = await webhookServiceFor(t);
    const { owner, endpoint } = await service.subscriber();
    const path = `/webhooks/endpoints/${endpoint.id}`;
    const { status, said } = await watchfloor(service, ['secrets', 'discard']);
    t.is(status, 0, said);
    t.regex(said, /Disabled 1 webhook/);
    t.regex((await watchfloor(service, ['secrets', 'discard'])).said, /Disabled 0 webhook/);
    const { json } = await owner.get(path);
    t.deepEqual([json.enabled, json.disabledReason], [false, 'secret_lost']);
    await service.settle();
    const { items } = (await owner.get('/timeline?type=webhook.endpoint_disabled')).json;
    t.is(items[0].data.reason, 'secret_lost');

    t.is((await owner.post(`${path}/enable`)).status, 409);
    t.is((await owner.patch(path, { enabled: true })).status, 409);
    const rotated = await owner.post(`${path}/rotate-secret`, {});
    t.is(rotated.status, 200, rotated.text);
    t.is((await owner.post(`${path}/enable`)).status, 200);
    await service.happen();
    t.true(isSignedBy(rotated.json.secret, service.receiver.received.at(-1)!));
  },
);

test.serial('a delivery whose secret cannot be decrypted is a failed attempt with that reason', async (t) => {
  const service = await webhookServiceFor(t);
  const { owner, endpoint } = await service.subscriber();
  // Replaces the id of the key, as if another process with a different data secret had encrypted the value.
  await service.database.database.query(
    "UPDATE webhook_endpoints SET secret = 'sealed.0caaf6f96ab6.' || split_part(secret, '.', 3) WHERE id = $1",
    [endpoint.id],
  );
  const { attempts, status } = await deliveryOf(owner, await service.happen());
  t.deepEqual([attempts[0].error, attempts[0].statusCode, status], ['secret_lost', null, 'pending']);
  t.is(service.receiver.received.length, 0);
  t.not((await owner.get(`/webhooks/endpoints/${endpoint.id}`)).json.failingSince, null);
});

test('unknown arguments are rejected', async (t) => {
  t.is((await runCommand(['secrets', 'show'], {})).status, 2);
});
