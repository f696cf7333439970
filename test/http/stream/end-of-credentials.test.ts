import test from 'ava';
import { Authenticator } from '../../../src/http/caller.js';
import { GrantedAccess } from '../../../src/http/granted-access.js';
import { MemoryStreamSlots } from '../../../src/http/stream/memory-stream-slots.js';
import { StreamWatch, TICK_MS } from '../../../src/http/stream/stream-watch.js';
import { createLog } from '../../../src/logging/log.js';
import { MINUTE } from '../../support/service-for.js';
import { streamService, until } from '../../support/stream-service.js';
import { PASSWORD, type TestService } from '../../support/test-service.js';

type SignedIn = Awaited<ReturnType<TestService['signedIn']>>;

test('a stream sends at least one message every 15 seconds', async (t) => {
  const { signedIn, watch, followed } = await streamService(t);
  const source = await (await signedIn()).stream('/bulletins/stream');
  await followed(1);
  await until(() => source.parser.comments === 1);
  let ticks = 1;
  for (; ticks * TICK_MS <= 15_000; ticks += 1) await watch.tick();
  await until(() => source.parser.comments === 2);
  for (; ticks * TICK_MS <= 30_000; ticks += 1) await watch.tick();
  await until(() => source.parser.comments === 3);
  t.deepEqual(source.received, [], 'a heartbeat is no event');
});

test('a stream ends with its access token and sends the reason', async (t) => {
  const { signedIn, clock, watch, hub } = await streamService(t);
  const caller = await signedIn();
  const source = await caller.stream('/bulletins/stream');
  const { tokenExpiresAt } = hub.streams[0]!.caller;
  t.true(tokenExpiresAt - clock.now() > 14 * MINUTE);
  clock.advance(tokenExpiresAt - clock.now() - 1);
  await watch.tick();
  t.true(hub.streams[0]?.isOpen);
  clock.advance(1);
  await watch.tick();
  const { reason, detail } = await source.nextData<Record<string, string>>('reauth');
  t.is(reason, 'token_expired');
  t.regex(detail!, /\/api\/v1\/auth\/refresh/);
  await source.ended;
  await caller.refresh();
  t.true((await caller.stream('/bulletins/stream')).isOpen);
});

const ends: Record<string, (caller: SignedIn, service: TestService) => Promise<unknown>> = {
  'its session is signed out': (caller) => caller.post('/auth/logout'),
  'its session is ended from another device': async (caller, { client }) => {
    const other = client();
    await other.signIn(caller.email, PASSWORD);
    const { json } = await other.get('/auth/sessions');
    for (const { id, current } of json.items) if (!current) await other.delete(`/auth/sessions/${id}`);
  },
  'the account signs out everywhere': (caller) => caller.post('/auth/logout-all'),
  'the password is changed on another device': async (caller, { client }) => {
    const other = client();
    await other.signIn(caller.email, PASSWORD);
    await other.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'another correct horse battery' });
  },
  'the account is disabled': async (caller, { signedIn }) =>
    (await signedIn('operator', 'operator')).patch(`/admin/users/${caller.accountId}`, { disabled: true }),
  'the account is disabled and its sessions are left': (caller, { database }) =>
    database.database.query('update accounts set disabled_at = now() where id = $1', [caller.accountId]),
  'the account is deleted': async (caller, { database }) =>
    database.database.query('delete from accounts where id = $1', [caller.accountId]),
  'the account gets another role': (caller, { database }) =>
    database.database.query(`update accounts set role = 'operator' where id = $1`, [caller.accountId]),
};

for (const [title, end] of Object.entries(ends)) {
  test(`a stream ends within a second when ${title}, and others continue`, async (t) => {
    const service = await streamService(t);
    const { signedIn, watch, hub } = service;
    const [caller, bystander] = [await signedIn(), await signedIn()];
    const [source, other] = [await caller.stream('/bulletins/stream'), await bystander.stream('/bulletins/stream')];
    await watch.tick();
    t.is(hub.streams.length, 2);
    await end(caller, service);
    // The next check finds the change despite cached sessions and accounts.
    await watch.tick();
    t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
    await source.ended;
    t.true(other.isOpen);
    t.is(hub.streams.length, 1);
    t.true(TICK_MS < 1_000);
  });
}

test('the credential check runs periodically from its start until it is closed', async (t) => {
  const { signedIn, watch } = await streamService(t);
  const [caller, bystander] = [await signedIn(), await signedIn()];
  const [source, other] = [await caller.stream('/bulletins/stream'), await bystander.stream('/bulletins/stream')];
  watch.start();
  t.teardown(() => watch.close());
  await caller.post('/auth/logout');
  await source.next(({ event }) => event === 'reauth');
  watch.close();
  await bystander.post('/auth/logout');
  await t.throwsAsync(other.next(undefined, 2 * TICK_MS), { message: /did not come/ });
});

test('a session is looked up once per check, however many streams it has, and an unavailable store ends no stream', async (t) => {
  const { signedIn, hub, clock, services } = await streamService(t);
  const [caller, other] = [await signedIn(), await signedIn()];
  const sources = [
    await caller.stream('/bulletins/stream'),
    await caller.stream('/bulletins/stream'),
    await other.stream('/bulletins/stream'),
  ];
  const asked: string[] = [];
  class Away extends Authenticator {
    authenticate(): never {
      throw new Error('never asked');
    }
    recall(): undefined {}
    async isLive({ accountId }: { accountId: string }): Promise<boolean> {
      asked.push(accountId);
      throw new Error('The database does not answer');
    }
  }
  const log = createLog({ logLevel: 'silent' });
  const watch = new StreamWatch(hub, new Away(), new MemoryStreamSlots(5), clock, log, services.get(GrantedAccess));
  await watch.tick();
  t.deepEqual(asked.sort(), [caller.accountId, other.accountId].sort());
  t.true(sources.every(({ isOpen }) => isOpen));
  clock.advance(15 * MINUTE);
  await watch.tick();
  for (const source of sources) await source.next(({ event }) => event === 'reauth');
});

test('a stream that a grant has opened ends with an error within a tick after the grant, and others continue', async (t) => {
  const { signedIn, watch, followed } = await streamService(t);
  const [owner, grantee] = [await signedIn(), await signedIn()];
  const { id } = (await owner.post('/osint/cases', { title: 'Ownership of a tanker' })).json;
  const body = { kind: 'case', resourceId: id, email: grantee.email };
  const grant = (await owner.post('/users/me/grants', body)).json;
  const [granted, other] = [
    await grantee.stream(`/osint/cases/${id}/bulletins/stream`),
    await grantee.stream('/bulletins/stream'),
  ];
  await followed(2);
  await watch.tick();
  t.deepEqual([granted.isOpen, other.isOpen], [true, true]);
  await owner.delete(`/users/me/grants/${grant.id}`);
  await watch.tick();
  const last = await granted.next(({ event }) => event === 'error');
  t.like(JSON.parse(last.data), { code: 'not_found', instance: `/api/v1/osint/cases/${id}/bulletins/stream` });
  await followed(1);
  t.true(other.isOpen);
});
