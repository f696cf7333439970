import 'reflect-metadata';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { accountCeilingReached } from '../../../src/features/users/account.events.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let operator: TestClient & { accountId: string };
test.before(async () => {
  // The usual data directory exists where the service was started before.
  service = await startTestService({ env: { SVC_DATA_DIR: join(tmpdir(), `watchfloor-no-data-${process.pid}`) } });
  operator = await service.signedIn('operator', 'operator');
});
test.after.always(() => service.close());

test.serial('the size of each table is listed, largest first', async (t) => {
  await service.database.database.query('analyze audit_entries');
  const { json } = await operator.get('/admin/storage');
  const items = json.items as Array<{
    table: string;
    schema: string;
    rowCount: number;
    dataBytes: number;
    indexBytes: number;
  }>;
  const entries = items.find(({ table }) => table === 'audit_entries');
  t.like(entries, { schema: 'public', rowCount: 2 });
  t.true((entries?.dataBytes ?? 0) > 0 && (entries?.indexBytes ?? 0) > 0);
  const sizes = items.map(({ dataBytes, indexBytes }) => dataBytes + indexBytes);
  t.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  t.like(json, { lastBackupAt: null, freeBytes: null });
  t.true(json.databaseBytes >= sizes.reduce((sum, size) => sum + size, 0));
});

test.serial('an export holds every matching entry, oldest first, and is recorded', async (t) => {
  const ada = await service.signedIn('ada');
  for (let count = 0; count < 3; count += 1) await operator.post(`/admin/users/${ada.accountId}/revoke-sessions`);
  const { status, text, headers } = await operator.get(`/admin/audit/export?subject=${ada.accountId}`);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/x-ndjson');
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; action: string });
  const listed = (await operator.get(`/admin/audit?subject=${ada.accountId}&order=asc`)).json.items as typeof entries;
  t.is(entries.filter(({ action }) => action === 'user.sessions_revoked').length, 3);
  t.deepEqual(entries, listed);
  t.like((await operator.get('/admin/audit?action=audit.exported')).json.items[0], {
    actorId: operator.accountId,
    detail: { subject: ada.accountId },
  });
});

test.serial('an export of the whole audit log is an unbroken chain', async (t) => {
  const { text } = await operator.get('/admin/audit/export');
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { hash: string; previousHash: string });
  t.true(entries.length > 5);
  for (const [index, { previousHash }] of entries.entries())
    t.is(previousHash, entries[index - 1]?.hash ?? '0'.repeat(64));
  t.regex(
    (await (await service.signedIn()).get('/admin/audit/export')).json.detail,
    /^Only the role operator may do this/,
  );
});

test.serial(
  'a dry run of the retention counts expired rows, and a real run queues the jobs that delete them',
  async (t) => {
    const { services, jobs, settle } = service;
    await services
      .get(EventLog)
      .append(accountCeilingReached, { data: { limit: 600, windowSeconds: 60 }, ownerId: operator.accountId });
    await settle();
    await service.database.database.query("update events set time = time - interval '1000 days' where type = $1", [
      accountCeilingReached.type,
    ]);
    const run = async (dryRun: boolean) =>
      (await operator.post('/admin/retention/run', { dryRun })).json.tables as Array<{
        table: string;
        rowCount: number;
        job: string;
      }>;
    const queued = jobs.sent.length;
    const tables = await run(true);
    t.deepEqual(
      tables.map(({ table, rowCount }) => [table, rowCount]),
      [
        ['account_usage', 0],
        ['alert_ticks', 0],
        ['alerts', 0],
        ['events', 1],
        ['news_articles', 0],
        ['track_points', 0],
        ['webhook_deliveries', 0],
      ],
    );
    t.is(jobs.sent.length, queued);
    t.deepEqual(await run(false), tables);
    t.deepEqual(
      jobs.sent
        .slice(queued)
        .map(({ name }) => name)
        .sort(),
      tables.map(({ job }) => job).sort(),
    );
    t.like((await operator.get('/admin/audit?action=retention.run_requested')).json.items[0], {
      actorId: operator.accountId,
      detail: { events: 1 },
    });
    await jobs.runDue();
    t.is((await run(true)).find(({ table }) => table === 'events')?.rowCount, 0);
  },
);
