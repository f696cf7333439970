import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { scopes } from '../../src/api/scopes.js';
import { knowFewShares } from '../support/few-shares.js';
import { keepSettings } from '../support/keep-settings.js';
import { concretePath } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: {
      SVC_RATE_LIMIT: '1000000',
      SVC_KEY_LIMIT: '100',
      SVC_SIGN_IN_LIMIT: '1000',
      SVC_OUTBOUND_ALLOW: '127.0.0.1',
    },
  });
  keepSettings(service);
  knowFewShares(service);
});
test.after.always(() => service.close());

type Account = Awaited<ReturnType<TestService['signedIn']>>;

const secured = () =>
  operationsOf(service.app.document)
    .map((place) => ({ ...place, verb: place.method.toUpperCase(), path: place.path.slice('/api/v1'.length) }))
    .filter(({ operation }) => operation.security.some((one) => 'BearerJWT' in one));
const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example;
const scopeOf = (operation: Operation) => operation['x-scope'] as string | undefined;
/** Returns whether an operation rejects personal keys. Operations that mention no keys accept every key. */
const isClosed = ({ description }: Operation) => /Not open to personal keys/.test(description);

async function tokenOf(owner: Account, allowed: readonly string[]): Promise<TestClient> {
  const { json } = await owner.post('/auth/keys', { name: allowed.join().slice(0, 100), scopes: allowed });
  const program = service.client();
  program.token = (await program.post('/auth/token', { key: json.key })).json.accessToken;
  return program;
}

/** Returns the data of an account that a request could change, as text. */
async function stateOf(owner: Account): Promise<string> {
  const { exportedAt: _, activity: __, events: ___, ...state } = (await owner.get('/users/me/export')).json;
  return JSON.stringify(state).replace(/"(?:lastUsedAt|expiresAt)":"[^"]*"/g, '');
}

test('every operation with an access token either names the scope that a personal key needs, excludes keys, or accepts any key', (t) => {
  const any = [];
  for (const { operation, method } of secured()) {
    const scope = scopeOf(operation);
    if (scope === undefined) {
      if (!isClosed(operation)) any.push(operation.operationId);
      continue;
    }
    t.true(scopes.includes(scope), operation.operationId);
    t.true(operation.description.includes(`\`${scope}\``), operation.operationId);
    t.is(scope.split(':')[0], operation.tags[0]?.toLowerCase());
    if (method === 'get') t.true(scope.endsWith(':read'), operation.operationId);
  }
  t.deepEqual(any.sort(), ['createTicket', 'sendMcpMessage']);
});

test('a key cannot create or change keys, grants or teams, change the password or the second factor, delete or export the account, or use Debug', (t) => {
  const closed = secured().filter(({ operation }) => isClosed(operation));
  const names = closed.filter(({ path }) => !path.startsWith('/debug')).map(({ operation }) => operation.operationId);
  const factor = ['confirmTotp', 'disableMfa', 'enrollTotp', 'replaceRecoveryCodes'];
  const ways = [
    ...['addPasskey', 'startPasskeyRegistration', 'updatePasskey', 'removePasskey', 'enablePasskeyFactor'],
    ...['startIdentityLink', 'linkIdentity', 'unlinkIdentity'],
  ];
  const sharing = [
    ...['createGrant', 'updateGrant', 'deleteGrant', 'createTeam', 'updateTeam', 'deleteTeam'],
    ...['acceptTeamInvitation', 'inviteTeamMember', 'updateTeamMember', 'removeTeamMember'],
  ];
  t.deepEqual(
    names.sort(),
    [
      'changePassword',
      'createPersonalKey',
      'deleteAccount',
      'exportAccount',
      'updatePersonalKey',
      ...factor,
      ...ways,
      ...sharing,
    ].sort(),
  );
  t.true(secured().every(({ path, operation }) => !path.startsWith('/debug') || isClosed(operation)));
});

test('a key with all scopes but that of an operation is a 403 that names it, and nothing changes', async (t) => {
  const owner = await service.signedIn(undefined, 'operator');
  const programs = new Map<string | undefined, TestClient>([[undefined, await tokenOf(owner, scopes)]]);
  for (const scope of scopes)
    programs.set(
      scope,
      await tokenOf(
        owner,
        scopes.filter((other) => other !== scope),
      ),
    );
  const before = await stateOf(owner);
  for (const { verb, path, operation } of secured()) {
    const needed = scopeOf(operation);
    if (needed === undefined && !isClosed(operation)) continue;
    const program = programs.get(needed) as TestClient;
    const { status, json, headers } = await program.call(
      verb,
      concretePath(service.app.document, path, operation, owner.accountId),
      {
        body: bodyOf(operation),
      },
    );
    t.deepEqual(
      [status, json.code ?? json.error_code],
      [403, needed === undefined ? 'forbidden' : 'insufficient_scope'],
      operation.operationId,
    );
    if (needed === undefined) continue;
    t.true((json.detail ?? json.description).includes(`\`${needed}\``), operation.operationId);
    t.is(headers.get('www-authenticate'), `Bearer error="insufficient_scope", scope="${needed}"`);
  }
  t.is(await stateOf(owner), before);
});

test('a key with exactly the scope of an operation may call it, within the role of its account', async (t) => {
  for (const role of ['operator', 'user'] as const) {
    for (const needed of scopes) {
      const program = await tokenOf(await service.signedIn(undefined, role), [needed]);
      for (const { verb, path, operation } of secured().filter((place) => scopeOf(place.operation) === needed)) {
        const { status, json } = await program.call(
          verb,
          concretePath(service.app.document, path, operation, randomUUID()),
          { body: bodyOf(operation) },
        );
        const roles = (operation['x-roles'] ?? [role]) as string[];
        if (roles.includes(role)) t.false([401, 403].includes(status), `${operation.operationId}: ${status}`);
        else t.deepEqual([status, json.code], [403, 'forbidden'], operation.operationId);
      }
    }
  }
});
