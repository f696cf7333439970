import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { randomNumbers } from '../support/random-numbers.js';
import { receiverFor } from '../support/receiver.js';
import { startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const SEED = Number(process.env.TEST_SEED ?? 20261129);
const RULES = 12;
const STEPS = ['desk', 'boss', 'board'];

test('kills -9 neither lose nor repeat a step of an escalation, and each of its messages arrives', async (t) => {
  const random = randomNumbers(SEED);
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  const receiver = await receiverFor(t);
  const env = {
    ...sharedEnv,
    SVC_DATABASE_URL: url,
    SVC_OUTBOUND_ALLOW: '127.0.0.1',
    SVC_MARKETS_PROVIDERS: 'simulator',
  };
  let current = await startProcess(t, env);
  const client = await ProcessClient.at(current);
  const made = async (path: string, body: object): Promise<string> => {
    const { status, json } = await client.post(current, path, body);
    t.is(status, 201, JSON.stringify(json));
    return json.id;
  };
  const steps = [];
  for (const topic of STEPS) {
    const delivery = { channel: 'ntfy', topic, url: `${receiver.url}/` };
    steps.push({ contactIds: [await made('/alerts/contacts', { name: topic, delivery })], escalateAfterMinutes: 1 });
  }
  await made('/alerts/policies', { name: 'Desk', steps });
  const condition = { type: 'price', symbol: 'BTC-USD.CC', operator: 'above', threshold: 0.01 };

  const statuses = async (step: number) => {
    const { rows } = await database.query<{ status: string }>(
      `select status from alert_notifications where kind = 'firing' and step = $1`,
      [step],
    );
    return rows.map(({ status }) => status);
  };
  for (let step = 0; step < STEPS.length; step += 1) {
    // The process is killed while it decides this step, or sends its messages, of some of the alerts.
    if (step === 0)
      for (let rule = 0; rule < RULES; rule += 1) await made('/alerts/rules', { name: `Rule ${rule}`, condition });
    else await database.query('update alert_escalations set next_at = now() where next_at is not null');
    await eventually(async () => (await statuses(step)).length > 0);
    await wait(random() * 150);
    current.child.kill('SIGKILL');
    await current.exit;
    current = await startProcess(t, env);
    await eventually(async () => (await statuses(step)).filter((status) => status === 'sent').length >= RULES);
  }
  await database.query('update alert_escalations set next_at = now() where next_at is not null');
  await eventually(async () => {
    const { rows } = await database.query('select 1 from alert_escalations where ended_at is null');
    return rows.length === 0;
  });

  const { rows: alerts } = await database.query('select id from alerts');
  t.is(alerts.length, RULES, 'no alert was repeated');
  for (const step of STEPS.keys()) t.deepEqual(await statuses(step), Array(RULES).fill('sent'), STEPS[step]);
  const { rows: twice } = await database.query(
    `select alert_id, step from alert_notifications group by alert_id, step having count(*) > 1`,
  );
  t.deepEqual(twice, [], 'each step was decided once for each alert');
  const { rows: events } = await database.query<{ count: string }>(
    `select count(*) from events where type = 'alert.notified'`,
  );
  t.is(Number(events[0]?.count), RULES * STEPS.length, 'each decision has one event');
  const arrived = receiver.received.map(({ body }) => JSON.parse(body.toString()) as { topic: string });
  for (const topic of STEPS) {
    const messages = arrived.filter((one) => one.topic === topic);
    t.true(messages.length >= RULES, `${topic}: ${messages.length} messages`);
  }
  t.log(`${arrived.length} messages for ${RULES * STEPS.length} decisions`);
});
