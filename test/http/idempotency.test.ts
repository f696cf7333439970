import test from 'ava';
import { EntriesController, entriesTable } from '../support/controllers/entries.controller.js';
import { Gate } from '../support/controllers/gate.js';
import { isProblem } from '../support/is-problem.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ controllers: [{ controller: EntriesController, tag: 'debug' }] });
  await service.database.database.query(entriesTable);
});
test.after.always(() => service.close());

type Caller = Awaited<ReturnType<TestService['signedIn']>>;
const write = (caller: Caller, key: string, note = 'tea') =>
  caller.post('/entries', { note }, { headers: { 'idempotency-key': key } });
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

async function rows(sql: string, params: unknown[]): Promise<number> {
  return (await service.database.database.query(sql, params)).rows.length;
}
const entriesOf = ({ accountId }: Caller) => rows('select 1 from entries where account_id = $1', [accountId]);
const keysOf = ({ accountId }: Caller) => rows('select 1 from idempotency_keys where account_id = $1', [accountId]);

test('the same key and body get the same response and have one effect', async (t) => {
  const ada = await service.signedIn();
  const [first, second] = [await write(ada, 'one'), await write(ada, 'one')];
  t.deepEqual([first.status, second.status], [201, 201]);
  t.is(second.text, first.text);
  t.is(second.headers.get('location'), first.headers.get('location'));
  t.is(second.headers.get('content-type'), first.headers.get('content-type'));
  t.deepEqual([replayed(first), replayed(second)], [null, 'true']);
  t.is(await entriesOf(ada), 1);
});

// Lists of 20 items or more are written in pieces, as bytes.
for (const count of [19, 20, 50]) {
  test(`a response with a list of ${count} items is stored, and so is its effect`, async (t) => {
    const ada = await service.signedIn();
    const symbols = Array.from({ length: count }, (_, index) => `T${index}.US`);
    const create = () =>
      ada.post('/markets/watchlists', { name: 'Größe', symbols }, { headers: { 'idempotency-key': 'list' } });
    const [first, second] = [await create(), await create()];
    t.deepEqual([first.status, second.status, replayed(second)], [201, 201, 'true']);
    t.is(second.text, first.text);
    const { json } = await ada.get(`/markets/watchlists/${first.json.id}`);
    t.is(json.symbols.length, count);
  });
}

test('requests without a key, and with another key, have their own effects', async (t) => {
  const ada = await service.signedIn();
  await ada.post('/entries', { note: 'tea' });
  await ada.post('/entries', { note: 'tea' });
  await write(ada, 'a');
  await write(ada, 'b');
  t.is(await entriesOf(ada), 4);
});

test('the same body with different whitespace is the same request', async (t) => {
  const ada = await service.signedIn();
  const headers = { 'idempotency-key': 'spaces', 'content-type': 'application/json' };
  await ada.call('POST', '/entries', { rawBody: '{"note":"tea"}', headers });
  t.is(replayed(await ada.call('POST', '/entries', { rawBody: '{ "note" : "tea" }', headers })), 'true');
});

test('the same key with another body is a 422 and has no effect', async (t) => {
  const ada = await service.signedIn();
  await write(ada, 'one', 'tea');
  const refused = await write(ada, 'one', 'coffee');
  t.deepEqual([refused.status, refused.json.code], [422, 'idempotency_key_reused']);
  t.is(await entriesOf(ada), 1);
});

test('keys are separate for each account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  await write(ada, 'shared');
  const other = await write(bob, 'shared', 'coffee');
  t.deepEqual([other.status, replayed(other)], [201, null]);
});

test('a key has 1 to 255 visible characters', async (t) => {
  const ada = await service.signedIn();
  for (const key of ['', 'k'.repeat(256), 'with space', 'ümlaut']) {
    const answer = await write(ada, key);
    t.is(answer.status, 400, key);
    t.is(answer.json.errors[0].pointer, 'header/Idempotency-Key');
  }
  t.is((await write(ada, 'k'.repeat(255))).status, 201);
  t.is(await entriesOf(ada), 1);
});

test('a key expires after 24 hours', async (t) => {
  const ada = await service.signedIn();
  await write(ada, 'day');
  const { rows: kept } = await service.database.database.query<{ hours: number }>(
    'select round(extract(epoch from expires_at - now()) / 3600)::int as hours from idempotency_keys where account_id = $1',
    [ada.accountId],
  );
  t.deepEqual(kept, [{ hours: 24 }]);
  await service.database.database.query(
    "update idempotency_keys set expires_at = now() - interval '1 second' where account_id = $1",
    [ada.accountId],
  );
  const again = await write(ada, 'day', 'coffee');
  t.deepEqual([again.status, replayed(again)], [201, null]);
  t.is(await entriesOf(ada), 2);
});

for (const [note, status] of [
  ['fail', 409],
  ['crash', 500],
  ['x'.repeat(51), 400],
] as const) {
  test(`a request that ends in ${status} leaves neither an effect nor its key`, async (t) => {
    const ada = await service.signedIn();
    t.is((await write(ada, 'again', note)).status, status);
    t.deepEqual([await entriesOf(ada), await keysOf(ada)], [0, 0]);
    t.is((await write(ada, 'again', 'tea')).status, 201);
  });
}

test('one of twenty concurrent requests with one key has an effect, and the others get its response or a 409', async (t) => {
  const ada = await service.signedIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(ada, 'race')));
  t.is(answers.filter((answer) => answer.status === 201 && replayed(answer) === null).length, 1);
  t.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 201 && status !== 409),
    [],
  );
  t.is(await entriesOf(ada), 1);
});

test.serial(
  'while a request runs its key is a 409, and a lost database connection releases the key without an effect',
  async (t) => {
    const ada = await service.signedIn();
    const gate = service.services.get(Gate);
    const running = write(ada, 'slow', 'wait');
    await gate.arrival;
    const refused = await write(ada, 'slow', 'wait');
    t.deepEqual(
      [refused.status, refused.json.code, refused.headers.get('retry-after')],
      [409, 'request_in_progress', '1'],
    );
    // Ends the connection as when the process dies: PostgreSQL rolls its transaction back.
    await service.database.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()",
    );
    gate.open();
    isProblem(t, await running, 503, 'unavailable');
    t.deepEqual([await entriesOf(ada), await keysOf(ada)], [0, 0]);
    let again = await write(ada, 'slow', 'tea');
    // The key stays locked until PostgreSQL has rolled the transaction back, a moment after the connection has ended.
    for (let attempt = 0; attempt < 50 && again.status === 409; attempt += 1) again = await write(ada, 'slow', 'tea');
    t.deepEqual([again.status, replayed(again)], [201, null]);
  },
);

test('a response encrypted with an unknown data secret is a 409, and the effect is not repeated', async (t) => {
  const ada = await service.signedIn();
  await write(ada, 'sealed');
  await service.database.database.query(
    "UPDATE idempotency_keys SET body = 'sealed.0caaf6f96ab6.' || split_part(body, '.', 3) WHERE account_id = $1",
    [ada.accountId],
  );
  const refused = await write(ada, 'sealed');
  t.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
  t.regex(refused.json.detail, /can no longer be read/);
  t.is(await entriesOf(ada), 1);
});
