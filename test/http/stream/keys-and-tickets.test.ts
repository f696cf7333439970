import test from 'ava';
import { MINUTE } from '../../support/service-for.js';
import { streamService } from '../../support/stream-service.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

const stream = '/bulletins/stream';

type SignedIn = Awaited<ReturnType<TestService['signedIn']>>;
type Keyed = TestClient & { id: string };

/** Returns a client with a token of a new key of the account. */
async function keyed({ client, clock }: Pick<TestService, 'client' | 'clock'>, owner: SignedIn): Promise<Keyed> {
  const expiresAt = new Date(clock.now() + 10 * MINUTE).toISOString();
  const { json } = await owner.post('/auth/keys', { name: 'Program', scopes: ['timeline:read'], expiresAt });
  const program = client();
  program.token = (await program.post('/auth/token', { key: json.key })).json.accessToken;
  return Object.assign(program, { id: json.id as string });
}

/** Returns the path of a stream with a ticket. */
const ticketed = async (caller: TestClient) =>
  `${stream}?ticket=${(await caller.post('/auth/tickets', { path: `/api/v1${stream}` })).json.ticket}`;

const ends: Record<string, (owner: SignedIn, program: Keyed, service: TestService) => Promise<unknown>> = {
  'is revoked': (owner, { id }) => owner.delete(`/auth/keys/${id}`),
  'loses a scope': (owner, { id }) => owner.patch(`/auth/keys/${id}`, { scopes: ['markets:read'] }),
  'gets other address ranges': (owner, { id }) =>
    owner.patch(`/auth/keys/${id}`, { addressRanges: ['203.0.113.0/24'] }),
  expires: async (_owner, _program, { clock }) => clock.advance(10 * MINUTE),
  'belongs to an account that is disabled': async (owner, _program, { signedIn }) =>
    (await signedIn('operator', 'operator')).patch(`/admin/users/${owner.accountId}`, { disabled: true }),
};

for (const [title, end] of Object.entries(ends)) {
  test(`streams of a personal key and of its ticket end within a second when it ${title}`, async (t) => {
    const service = await streamService(t);
    const [owner, bystander] = [await service.signedIn(), await service.signedIn()];
    const program = await keyed(service, owner);
    const sources = [await program.stream(stream), await service.client().stream(await ticketed(program))];
    const other = await bystander.stream(stream);
    await service.watch.tick();
    t.is(service.hub.streams.length, 3);
    await end(owner, program, service);
    await service.watch.tick();
    for (const source of sources) {
      t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
      await source.ended;
    }
    t.true(other.isOpen);
  });
}

test('a stream opened with a ticket ends with the session, or with the token that the ticket was requested with', async (t) => {
  const { signedIn, client, clock, watch } = await streamService(t);
  const [ada, eve] = [await signedIn(), await signedIn()];
  const [adas, eves] = [await client().stream(await ticketed(ada)), await client().stream(await ticketed(eve))];
  await ada.post('/auth/logout');
  await watch.tick();
  t.is((await adas.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
  t.true(eves.isOpen);
  clock.advance(15 * MINUTE);
  await watch.tick();
  t.is((await eves.nextData<{ reason: string }>('reauth')).reason, 'token_expired');
});

test('EventSource can reconnect with the same ticket', async (t) => {
  const { signedIn, client } = await streamService(t);
  const path = await ticketed(await signedIn());
  const first = await client().stream(path);
  await first.close();
  t.true((await client().stream(path)).isOpen);
});

test('a key revoked in another process has no stream after the next check here', async (t) => {
  const one = await streamService(t);
  const other = await streamService(t, { parts: { database: one.database.database } });
  other.clock.advance(one.clock.now() - other.clock.now());
  const owner = await one.signedIn();
  const program = await keyed(one, owner);
  const source = await Object.assign(other.client(), { token: program.token }).stream(stream);
  await owner.delete(`/auth/keys/${program.id}`);
  await other.watch.tick();
  t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
});

test('streams of a key count among the streams of its account', async (t) => {
  const service = await streamService(t, { env: { SVC_STREAMS_PER_ACCOUNT: '1' } });
  const owner = await service.signedIn();
  const program = await keyed(service, owner);
  await program.stream(stream);
  t.is((await owner.get(stream)).json.code, 'too_many_streams');
});
