import '../../support/limit-concurrency.js';
import test from 'ava';
import { AuditLog } from '../../../src/audit/audit-log.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_TEAM_MEMBER_LIMIT: '5' } });
});
test.after.always(() => service.close());

type Account = Awaited<ReturnType<TestService['signedIn']>>;

/** Returns a team with its owner, and accounts that have accepted invitations with these roles. */
async function teamOf(...roles: string[]) {
  const owner = await service.signedIn();
  const { id } = (await owner.post('/teams', { name: 'Research' })).json;
  const path = `/teams/${id}`;
  const members: Array<{ account: Account; member: string }> = [];
  for (const role of roles) {
    const account = await service.signedIn();
    const member = (await owner.post(`${path}/members`, { email: account.email, role })).json.id;
    await account.post(`${path}/accept`);
    members.push({ account, member: `${path}/members/${member}` });
  }
  return { owner, id, path, members };
}

const grantedTo = async (owner: Account, teamId: string) => {
  const { id } = (await owner.post('/markets/watchlists', { name: 'Majors' })).json;
  const made = await owner.post('/users/me/grants', { kind: 'watchlist', resourceId: id, teamId });
  return { made, path: `/markets/watchlists/${id}` };
};

test('an invited account sees the team, but has no rights before it accepts', async (t) => {
  const [{ owner, id, path }, bob] = [await teamOf(), await service.signedIn()];
  const { path: watchlist } = await grantedTo(owner, id);
  isProblem(t, await bob.get(path), 404, 'not_found');
  t.is((await owner.post(`${path}/members`, { email: bob.email })).status, 201);
  t.like((await bob.get('/teams')).json.items, [{ id, role: 'member', acceptedAt: null }]);
  isProblem(t, await bob.get(watchlist), 404, 'not_found');
  isProblem(t, await bob.get(`${path}/members`), 403, 'forbidden');
  isProblem(t, await bob.post(`${path}/members`, { email: 'eve@watchfloor.test' }), 403, 'forbidden');
  t.is((await bob.post(`${path}/accept`)).status, 200);
  t.is((await bob.get(watchlist)).status, 200);
  t.is((await bob.get(`${path}/members`)).json.items.length, 2);
  t.like((await bob.get('/users/me/grants/received')).json.items, [{ teamId: id }]);
});

test('an invitation is declined with the id in the list of teams', async (t) => {
  const [{ owner, id, path }, bob] = [await teamOf(), await service.signedIn()];
  const invitation = (await owner.post(`${path}/members`, { email: bob.email })).json.id;
  const [team] = (await bob.get('/teams')).json.items;
  t.deepEqual([team.id, team.memberId], [id, invitation]);
  t.is((await bob.delete(`${path}/members/${team.memberId}`)).status, 204);
  t.deepEqual((await bob.get('/teams')).json.items, []);
  t.is((await owner.get(path)).json.memberId, (await owner.get(`${path}/members`)).json.items[0].id);
});

test('a removed member, and one who leaves, lose what is granted to the team at once', async (t) => {
  const { owner, id, path, members } = await teamOf('member', 'member');
  const [first, second] = members as [(typeof members)[0], (typeof members)[0]];
  const { path: watchlist } = await grantedTo(owner, id);
  const own = await grantedTo(second.account, id);
  for (const { account } of members) t.is((await account.get(watchlist)).status, 200);
  t.is((await owner.get(own.path)).status, 200);
  t.is((await owner.delete(first.member)).status, 204);
  t.is((await second.account.delete(second.member)).status, 204);
  for (const { account } of members) {
    isProblem(t, await account.get(watchlist), 404, 'not_found');
    isProblem(t, await account.get(path), 404, 'not_found');
  }
  isProblem(t, await owner.get(own.path), 404, 'not_found');
  t.deepEqual((await second.account.get('/users/me/grants')).json.items, []);
});

test('each role may do what it says, and others get a reason', async (t) => {
  const { owner, path, members } = await teamOf('admin', 'member', 'member');
  const [admin, member, other] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]];
  for (const refused of [
    await member.account.patch(path, { name: 'Mine' }),
    await member.account.delete(path),
    await member.account.post(`${path}/members`, { email: 'eve@watchfloor.test' }),
    await member.account.delete(other.member),
    await member.account.patch(member.member, { role: 'admin' }),
    await admin.account.delete(path),
    await admin.account.patch(admin.member, { role: 'member' }),
    await admin.account.post(`${path}/members`, { email: 'eve@watchfloor.test', role: 'admin' }),
    await member.account.delete(admin.member),
  ])
    isProblem(t, refused, 403, 'forbidden');
  t.is((await admin.account.patch(path, { name: 'Analysis' })).json.name, 'Analysis');
  t.is((await admin.account.delete(other.member)).status, 204);
  t.like((await owner.patch(member.member, { role: 'admin' })).json, { role: 'admin', version: 2 });
  isProblem(t, await admin.account.delete(member.member), 403, 'forbidden');
  const { items } = (await owner.get(`${path}/members`)).json;
  const owns = items.find(({ role }: { role: string }) => role === 'owner');
  isProblem(t, await owner.delete(`${path}/members/${owns.id}`), 403, 'forbidden');
});

test('a team has at most SVC_TEAM_MEMBER_LIMIT members and invitations, also under concurrent requests', async (t) => {
  const { owner, path } = await teamOf();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => owner.post(`${path}/members`, { email: `m${index}@watchfloor.test` })),
  );
  const codes = answers.map(({ status, json }) => json.code ?? status).sort();
  t.deepEqual(codes, [...Array(4).fill(201), ...Array(4).fill('quota_reached')]);
  t.is((await owner.get(`${path}/members`)).json.items.length, 5);
});

test('an invitation does not show whether an address has an account, and an address is invited once', async (t) => {
  const [{ owner, path }, bob] = [await teamOf(), await service.signedIn()];
  const [known, unknown] = [
    await owner.post(`${path}/members`, { email: bob.email }),
    await owner.post(`${path}/members`, { email: 'unknown@watchfloor.test' }),
  ];
  t.deepEqual([known.status, Object.keys(known.json)], [unknown.status, Object.keys(unknown.json)]);
  const again = await Promise.all(
    [bob.email, 'unknown@watchfloor.test', owner.email].map((email) => owner.post(`${path}/members`, { email })),
  );
  for (const answer of again) isProblem(t, answer, 409, 'conflict');
});

test('a resource is granted only to teams of which the owner is a member', async (t) => {
  const [{ id }, ada] = [await teamOf(), await service.signedIn()];
  const { made } = await grantedTo(ada, id);
  t.deepEqual([made.status, made.json.errors?.[0]?.pointer], [400, '/teamId']);
});

test('a team and the grants to it end with the team and with the account of its owner', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  for (const end of ['team', 'account']) {
    const { owner, id, path, members } = await teamOf('member');
    const [{ account }] = members as [(typeof members)[0]];
    const { path: watchlist } = await grantedTo(account, id);
    t.is((await owner.get(watchlist)).status, 200);
    const ended = end === 'team' ? await owner.delete(path) : await operator.delete(`/admin/users/${owner.accountId}`);
    t.is(ended.status, 204, end);
    t.deepEqual((await account.get('/teams')).json.items, []);
    t.deepEqual((await account.get('/users/me/grants')).json.items, []);
  }
});

test('everything that happens to a team is in the audit record, with the account that acted', async (t) => {
  const { owner, id, path, members } = await teamOf('admin');
  const [{ account, member }] = members as [(typeof members)[0]];
  await account.patch(path, { name: 'Analysis' });
  await owner.patch(member, { role: 'member' });
  await account.delete(member);
  await owner.delete(path);
  const entries = await service.services.get(AuditLog).list({ subject: id, order: 'asc' }, 100);
  t.deepEqual(
    entries.map(({ action, actorId }) => [action, actorId]),
    [
      ['team.created', owner.accountId],
      ['team.member_invited', owner.accountId],
      ['team.joined', account.accountId],
      ['team.changed', account.accountId],
      ['team.member_changed', owner.accountId],
      ['team.left', account.accountId],
      ['team.deleted', owner.accountId],
    ],
  );
});
