import 'reflect-metadata';
import test from 'ava';
import { RemoveExpiredKeysJob } from '../../../../src/features/auth/keys/remove-expired-keys.job.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const report = { name: 'Nightly report', scopes: ['timeline:read', 'markets:read'] };
const tableText = async ({ database }: TestService) =>
  (await database.database.query<{ row: string }>('select k::text as row from personal_keys k')).rows
    .map(({ row }) => row)
    .join('\n');

test('a personal key is shown once, when it is created, and stored as a hash', async (t) => {
  const ada = await service.signedIn();
  const { status, json, headers } = await ada.post('/auth/keys', report);
  t.is(status, 201);
  t.regex(json.key, /^wfk_[0-9A-Za-z]{36}$/);
  t.is(json.hint, json.key.slice(0, 8));
  t.deepEqual(json.scopes, ['markets:read', 'timeline:read']);
  t.deepEqual([json.addressRanges, json.expiresAt, json.lastUsedAt, json.version], [[], null, null, 1]);
  t.is(headers.get('cache-control'), 'no-store');
  const { key, ...rest } = json;
  const list = await ada.get('/auth/keys');
  t.deepEqual(list.json, { items: [rest], nextCursor: null });
  t.false((await tableText(service)).includes(key));
  t.false((await ada.get('/users/me/export')).text.includes(key));
});

test('keys are in the export of the account, and their changes are in the audit log', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/auth/keys', report);
  await ada.patch(`/auth/keys/${json.id}`, { name: 'Report' });
  await service.client().post('/auth/token', { key: json.key });
  t.is((await ada.get('/users/me/export')).json.personalKeys[0].name, 'Report');
  await ada.delete(`/auth/keys/${json.id}`);
  const exported = (await ada.get('/users/me/export')).json;
  t.deepEqual(exported.personalKeys, []);
  const actions = (exported.activity as Array<{ action: string }>)
    .map(({ action }) => action)
    .filter((action) => action.startsWith('key.'));
  t.deepEqual(actions, ['key.revoked', 'key.exchanged', 'key.changed', 'key.created']);
});

test('a key update changes only the fields sent, and one that changes nothing keeps the version', async (t) => {
  const ada = await service.signedIn();
  const path = `/auth/keys/${(await ada.post('/auth/keys', report)).json.id}`;
  const changed = await ada.patch(path, { name: 'Other', addressRanges: ['10.0.0.0/8'], scopes: ['users:read'] });
  t.deepEqual(
    [changed.status, changed.json.version, changed.json.name, changed.json.scopes],
    [200, 2, 'Other', ['users:read']],
  );
  t.is((await ada.patch(path, { name: 'Other' })).json.version, 2);
  t.deepEqual((await ada.patch(path, { addressRanges: null })).json.addressRanges, []);
});

test('invalid fields of a key are a 400 that names them', async (t) => {
  const ada = await service.signedIn();
  const wrong: Array<[Record<string, unknown>, string]> = [
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['markets:delete'] }, '/scopes'],
    [{ scopes: ['debug:read'] }, '/scopes'],
    [{ addressRanges: ['10.0.0.0/33'] }, '/addressRanges/0'],
    [{ addressRanges: ['10.0.0.1', '0.0.0.0/0'] }, '/addressRanges'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: '' }, '/name'],
  ];
  for (const [field, pointer] of wrong) {
    const { status, json } = await ada.post('/auth/keys', { ...report, ...field });
    t.deepEqual([status, json.errors?.[0]?.pointer], [400, pointer], JSON.stringify(field));
  }
  t.deepEqual((await ada.get('/auth/keys')).json.items, []);
});

test('an expired key is not listed, and a job deletes it', async (t) => {
  const own = await serviceFor(t);
  const ada = await own.signedIn();
  await ada.post('/auth/keys', { ...report, expiresAt: new Date(own.clock.now() + HOUR).toISOString() });
  await ada.post('/auth/keys', { ...report, name: 'Lasting' });
  own.clock.advance(HOUR);
  await ada.refresh();
  t.deepEqual(
    (await ada.get('/auth/keys')).json.items.map(({ name }: { name: string }) => name),
    ['Lasting'],
  );
  await own.services.get(RemoveExpiredKeysJob).run(new AbortController().signal);
  t.is((await tableText(own)).split('\n').length, 1);
});

test('the last use is written at most once a minute, not with every request', async (t) => {
  const own = await serviceFor(t);
  const ada = await own.signedIn();
  const { json } = await ada.post('/auth/keys', report);
  const program = own.client();
  program.token = (await program.post('/auth/token', { key: json.key })).json.accessToken;
  const written = async () => {
    await own.database.database.query('select 1');
    return (await ada.get('/auth/keys')).json.items[0].lastUsedAt as string;
  };
  const first = await written();
  t.is(Date.parse(first), own.clock.now());
  own.clock.advance(MINUTE - 1);
  await program.get('/timeline');
  t.is(await written(), first);
  own.clock.advance(1);
  // A key is cached for half a second (real time); its next lookup writes the time of use.
  while ((await written()) === first) await program.get('/timeline');
  t.is(Date.parse(await written()), own.clock.now());
});
