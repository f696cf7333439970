import test from 'ava';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

type Entry = {
  id: string;
  action: string;
  actorId: string | null;
  subject: string | null;
  requestId: string;
  address: string;
  detail: object;
  previousHash: string;
  hash: string;
};

test('every action is recorded with actor, account, IP address and request id, newest first', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  const ada = await signedIn('ada');
  const path = `/admin/users/${ada.accountId}`;
  const requestId = 'a-request-of-the-chief';
  await chief.patch(path, { disabled: true, rateCeiling: 5 }, { headers: { 'x-request-id': requestId } });
  await chief.patch(path, { disabled: false });
  await chief.post(`${path}/revoke-sessions`);
  await chief.post(`${path}/reset-password`);
  await chief.delete(path);
  const { json } = await chief.get(`/admin/audit?subject=${ada.accountId}`);
  const entries = json.items as Entry[];
  t.deepEqual(
    entries.map(({ action }) => action),
    [
      'user.deleted',
      'user.password_reset',
      'user.sessions_revoked',
      'user.changed',
      'user.changed',
      'user.signed_in',
      'user.registered',
    ],
  );
  t.like(entries[4], {
    actorId: chief.accountId,
    subject: ada.accountId,
    requestId,
    address: '127.0.0.1',
    detail: { disabled: true, rateCeiling: 5 },
  });
  t.deepEqual((await chief.get(`/admin/audit?action=user.deleted`)).json.items, [entries[0]]);
  t.deepEqual((await chief.get(`/admin/audit?actorId=${ada.accountId}`)).json.items, entries.slice(5));
});

test('entries are filtered by time, inclusive at the start and exclusive at the end, in the list and in the export', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  for (let count = 0; count < 3; count += 1) await signedIn();
  const whole = (await chief.get('/admin/audit?order=asc')).json.items as Array<Entry & { at: string }>;
  const [first, second, third, fourth] = whole
    .filter(({ at }, index) => at !== whole[index - 1]?.at)
    .map(({ at }) => at) as [string, string, string, string];
  const between = whole.filter(({ at }) => at >= second && at < fourth).map(({ id }) => id);
  const listed = (await chief.get(`/admin/audit?order=asc&from=${second}&to=${fourth}`)).json.items as Entry[];
  t.deepEqual(
    listed.map(({ id }) => id),
    between,
  );
  t.true(between.length > 0 && between.length < whole.length);
  const { text } = await chief.get(`/admin/audit/export?from=${third}`);
  const exported = text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  t.is(exported[0].at, third);
  t.true(exported.every(({ at }: { at: string }) => at >= third));
  t.true((await chief.get('/admin/audit/verify')).json.intact);
  const reversed = await chief.get(`/admin/audit?from=${second}&to=${first}`);
  t.like(reversed.json, { status: 400, errors: [{ in: 'query', name: 'from', detail: 'must be before `to`' }] });
});

test('pages of the audit log are consistent while it grows', async (t) => {
  const { signedIn } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  for (let count = 0; count < 3; count += 1) await signedIn();
  const whole = (await chief.get('/admin/audit')).json.items as Entry[];
  t.is(whole.length, 8);
  const seen: Entry[] = [];
  let query = '';
  for (;;) {
    const { json } = await chief.get(`/admin/audit?limit=3${query}`);
    seen.push(...json.items);
    if (json.nextCursor === null) break;
    query = `&cursor=${json.nextCursor}`;
    await signedIn();
  }
  // The newest entry records the request above that read the whole record.
  t.is(seen.shift()?.action, 'audit.listed');
  t.deepEqual(seen, whole);
});

test('concurrent actions form one unbroken chain', async (t) => {
  const { signedIn, client } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client().post('/auth/register', { email: `u${index}@watchfloor.test`, password: PASSWORD, displayName: 'U' }),
    ),
  );
  t.deepEqual((await chief.get('/admin/audit/verify')).json, { intact: true, checked: 10, firstBroken: null });
  const entries = ((await chief.get('/admin/audit')).json.items as Entry[]).reverse();
  t.is(entries[0]?.previousHash, '0'.repeat(64));
  for (let at = 1; at < entries.length; at += 1) t.is(entries[at]?.previousHash, entries[at - 1]?.hash);
});

const tamperings: Array<[what: string, sql: string]> = [
  ['another actor', 'update audit_entries set actor_id = gen_random_uuid() where id = $1'],
  ['another action', "update audit_entries set action = 'user.signed_out' where id = $1"],
  ['another subject', "update audit_entries set subject = 'nobody' where id = $1"],
  ['other particulars', `update audit_entries set detail = '{"x":1}' where id = $1`],
  ['another address', "update audit_entries set address = '203.0.113.9' where id = $1"],
  ['another request', "update audit_entries set request_id = 'other' where id = $1"],
  ['another time', "update audit_entries set at = at - interval '1 hour' where id = $1"],
  ['another hash', "update audit_entries set hash = repeat('a', 64) where id = $1"],
];
for (const [what, sql] of tamperings) {
  test(`${what} in an earlier entry is detected with its position`, async (t) => {
    const { signedIn, database } = await serviceFor(t);
    const chief = await signedIn('chief', 'operator');
    await signedIn();
    const entries = ((await chief.get('/admin/audit')).json.items as Entry[]).reverse();
    await database.database.query(sql, [entries[1]?.id]);
    t.deepEqual((await chief.get('/admin/audit/verify')).json, {
      intact: false,
      checked: 1,
      firstBroken: entries[1]?.id,
    });
  });
}

test('a removed entry is detected', async (t) => {
  const { signedIn, database } = await serviceFor(t);
  const chief = await signedIn('chief', 'operator');
  await signedIn();
  const entries = ((await chief.get('/admin/audit')).json.items as Entry[]).reverse();
  await database.database.query('delete from audit_entries where id = $1', [entries[1]?.id]);
  t.deepEqual((await chief.get('/admin/audit/verify')).json, {
    intact: false,
    checked: 1,
    firstBroken: entries[2]?.id,
  });
});
