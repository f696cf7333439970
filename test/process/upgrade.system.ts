import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { nextVersion } from '../support/next-version.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { receiverFor } from '../support/receiver.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const migration = `ALTER TABLE "timeline_notes" ADD COLUMN "color" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE TABLE "note_colors" ("note_id" uuid PRIMARY KEY REFERENCES "timeline_notes" ("id") ON DELETE cascade, "color" text NOT NULL);`;

test('while a process of the next version migrates and takes over, no request fails, each event is delivered once, and an alert fires once', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const receiver = await receiverFor(t);
  const env = { ...sharedEnv, SVC_DATABASE_URL: database.url, SVC_OUTBOUND_ALLOW: '127.0.0.1', SVC_LOG_LEVEL: 'info' };
  const older = await startProcess(t, env);
  const clients = new Map([[older, await ProcessClient.at(older)]]);
  const clientOf = (process: ServiceProcess) => clients.get(process) as ProcessClient;
  const made = async (process: ServiceProcess, path: string, body: object) => {
    const { status, json } = await clientOf(process).post(process, path, body);
    t.is(status, 201, `${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const { id: endpointId } = await made(older, '/webhooks/endpoints', { url: `${receiver.url}/` });
  await made(older, '/subscriptions', {
    name: 'All',
    eventTypes: ['timeline.*', 'alert.*'],
    delivery: { channel: 'webhook', endpointId },
  });
  await made(older, '/alerts/rules', {
    name: 'Any price',
    condition: { type: 'price', symbol: 'BTC-USD.CC', operator: 'above', threshold: 0 },
  });
  const received = (type: string) =>
    receiver.received.flatMap(({ body }) =>
      JSON.parse(String(body)).type === type ? [JSON.parse(String(body)).id] : [],
    );
  await eventually(() => received('alert.firing').length === 1);

  const noted: string[] = [];
  /** Writes to and reads from each process; no request may fail. */
  const round = async (...processes: ServiceProcess[]) => {
    for (const process of processes) {
      noted.push((await made(process, '/timeline/notes', { title: `Note ${noted.length}` })).eventId);
      t.is((await clientOf(process).get(process, '/timeline?limit=1')).status, 200);
    }
  };
  await round(older);
  let newer: ServiceProcess | undefined;
  const starting = startProcess(t, env, undefined, nextVersion(t, migration)).then((process) => {
    newer = process;
  });
  while (newer === undefined) {
    await round(older);
    await Promise.race([starting, wait(100)]);
  }
  const next = newer;
  await eventually(async () => (await fetch(`${next.url}/api/v1/health/ready`)).status === 200);
  clients.set(next, await ProcessClient.at(next));
  for (let index = 0; index < 5; index += 1) await round(older, next);
  t.false(next.said().includes('Became leader'), 'the old process still leads');

  older.child.kill('SIGTERM');
  t.is((await older.exit).code, 0);
  await eventually(() => next.said().includes('Became leader'));
  await round(next);
  await eventually(() => noted.every((id) => received('timeline.note').includes(id)));
  t.is(received('timeline.note').length, noted.length);
  t.is((await clientOf(next).get(next, '/alerts')).json.items.length, 1);
  t.is(received('alert.firing').length, 1);

  await t.throwsAsync(startProcess(t, env), { message: /written by a newer version of Watchfloor/ });
});
