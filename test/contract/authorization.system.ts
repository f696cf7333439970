import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { knowFewShares } from '../support/few-shares.js';
import { keepSettings } from '../support/keep-settings.js';
import { concretePath } from '../support/operation-path.js';
import { operatorSeeds } from '../support/operator-seeds.js';
import { operationsOf } from '../support/scorecard.js';
import { ownedSeeds } from '../support/seeds.js';
import { sharedSeeds } from '../support/shared-seeds.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_RATE_LIMIT: '100000', SVC_SIGN_IN_LIMIT: '100000', SVC_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  keepSettings(service);
  knowFewShares(service);
});
test.after.always(() => service.close());

const operations = () =>
  operationsOf(service.app.document).map((place) => ({
    ...place,
    verb: place.method.toUpperCase(),
    path: place.path.slice('/api/v1'.length),
  }));
const needsToken = ({ security }: Operation) => security.some((one) => 'BearerJWT' in one);
const isFor = ({ 'x-roles': roles }: Operation, role: string) => ((roles ?? []) as string[]).includes(role);

/** Returns a valid body: the example of the operation. */
const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example;

/** Returns the body of a call: the example of JSON, or of the file that an operation accepts instead. */
function sent({ requestBody }: Operation) {
  const [[type, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  if (requestBody === undefined || 'application/json' in requestBody.content)
    return { body: requestBody?.content['application/json']?.example };
  return { rawBody: String(example), headers: { 'content-type': type } };
}
const concrete = (path: string, operation: Operation, id: string = randomUUID()) =>
  concretePath(service.app.document, path, operation, id);

/** Returns whether the body has a format of another system, which may have any fields. */
const isForeign = ({ requestBody }: Operation) =>
  requestBody?.content['application/json']?.schema.additionalProperties === true;

/**
 * Returns the parts of a rejection that must be equal for missing and for foreign records: everything except request id
 * and path.
 */
function essence({ status, json, headers }: { status: number; json: Record<string, unknown>; headers: Headers }) {
  const { requestId: _requestId, instance: _instance, ...rest } = json;
  return { status, rest, cache: headers.get('cache-control') };
}

/** Returns invalid tokens, by the kind of their defect. No operation may accept any of them. */
function badTokens(good: string): Record<string, string> {
  const [header, claims, signature] = good.split('.') as [string, string, string];
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  return {
    'an empty one': 'Bearer ',
    'a word': 'Bearer nonsense',
    'another scheme': `Basic ${good}`,
    'a bare token': good,
    'a changed signature': `Bearer ${header}.${claims}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
    'no signature': `Bearer ${header}.${claims}.`,
    'alg none': `Bearer ${none}.${claims}.`,
    'changed claims': `Bearer ${header}.${Buffer.from(`${Buffer.from(claims, 'base64url')}`.replace('"sub":"', '"sub":"0')).toString('base64url')}.${signature}`,
  };
}

test('every operation either is declared public or declares its authentication', (t) => {
  for (const { operation } of operations()) t.true(Array.isArray(operation.security), operation.operationId);
});

test('every operation that requires a token is a 401 without one', async (t) => {
  for (const { verb, path, operation } of operations().filter((place) => needsToken(place.operation))) {
    const answer = await service.client().call(verb, concrete(path, operation), { body: bodyOf(operation) });
    const code = answer.json.code ?? answer.json.error_code;
    t.deepEqual([answer.status, code], [401, 'unauthenticated'], operation.operationId);
    // MCP clients learn from the challenge where they can ask for a token.
    const challenge =
      operation.operationId === 'sendMcpMessage'
        ? /^Bearer resource_metadata="http[^"]+\/oauth-protected-resource\/api\/v1\/ai\/mcp"$/
        : /^Bearer$/;
    t.regex(answer.headers.get('www-authenticate') ?? '', challenge, operation.operationId);
  }
});

test('every operation that requires a token is a 401 with an invalid one', async (t) => {
  const ada = await service.signedIn();
  for (const { verb, path, operation } of operations().filter((place) => needsToken(place.operation))) {
    for (const [kind, authorization] of Object.entries(badTokens(ada.token as string))) {
      const answer = await service
        .client()
        .call(verb, concrete(path, operation), { body: bodyOf(operation), headers: { authorization } });
      t.is(answer.status, 401, `${operation.operationId} with ${kind}`);
      t.regex(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    }
  }
});

test('a user gets the same 403 for every operation of another role, and nothing changes', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const places = operations().filter(({ operation }) => isFor(operation, 'operator'));
  t.true(places.length >= 8);
  const refusals = new Set<string>();
  for (const { verb, path, operation } of places) {
    const answer = await ada.call(verb, concrete(path, operation, bob.accountId), { body: bodyOf(operation) });
    t.is(answer.status, 403, operation.operationId);
    refusals.add(JSON.stringify(essence(answer)));
  }
  t.is(refusals.size, 1);
  t.is((await bob.get('/users/me')).json.version, 1);
  t.is((await bob.get('/users/me')).json.role, 'user');
});

test('an operator may call every operation that requires a role', async (t) => {
  for (const { verb, path, operation } of operations().filter((place) => isFor(place.operation, 'operator'))) {
    const operator = await service.signedIn(undefined, 'operator');
    const victim = await service.signedIn();
    await operatorSeeds[operation.operationId]?.(victim, service);
    const answer = await operator.call(verb, concrete(path, operation, victim.accountId), { body: bodyOf(operation) });
    t.false([401, 403].includes(answer.status), `${operation.operationId}: ${answer.status}`);
    t.true(answer.status < 300, `${operation.operationId}: ${answer.status} ${answer.text}`);
  }
});

test('every operation of the Admin group requires the role operator', (t) => {
  for (const { path, operation } of operations().filter((place) => place.path.startsWith('/admin')))
    t.true(isFor(operation, 'operator'), `${path} ${operation.operationId}`);
});

test('a resource of another account is a 404 like one that does not exist, for every caller, and is not changed', async (t) => {
  const owned = operations().filter(
    ({ path, operation }) => path.includes('{') && needsToken(operation) && !isFor(operation, 'operator'),
  );
  t.true(owned.length > 0);
  const others = [await service.signedIn(), await service.signedIn(undefined, 'operator')];
  for (const { verb, path, operation } of owned) {
    const seed = ownedSeeds[operation.operationId];
    if (seed === undefined) {
      if (sharedSeeds.has(operation.operationId)) continue;
      t.fail(
        `${operation.operationId} takes an id: say in test/support/seeds.ts how an account comes to own one, or that nobody does`,
      );
      continue;
    }
    const owner = await service.signedIn();
    const { id, isThere } = await seed(owner, service);
    const body = sent(operation);
    for (const other of others) {
      const [foreign, absent] = [
        await other.call(verb, concrete(path, operation, id), body),
        await other.call(verb, concrete(path, operation), body),
      ];
      t.is(foreign.status, 404, operation.operationId);
      t.deepEqual(essence(foreign), essence(absent), operation.operationId);
      t.true(await isThere(), `${operation.operationId} left it alone`);
    }
    const own = await owner.call(verb, concrete(path, operation, id), body);
    t.true(own.status < 300, `${operation.operationId}: its owner may: ${own.text}`);
  }
});

/** Fields that only the service sets. */
const protectedFields = ['id', 'ownerId', 'accountId', 'plan', 'createdAt', 'version', 'passwordHash', 'secret'];

test('no operation accepts account, role, id or times in the body', async (t) => {
  const [user, operator] = [await service.signedIn(), await service.signedIn(undefined, 'operator')];
  for (const { verb, path, operation } of operations().filter(
    ({ operation }) => bodyOf(operation) !== undefined && !isForeign(operation),
  )) {
    const caller = isFor(operation, 'operator') ? operator : user;
    // A JSON-RPC message has its own field `id`.
    const fields = protectedFields.filter((field) => field !== 'id' || operation.operationId !== 'sendMcpMessage');
    const rejectedOf = async (added: readonly string[]): Promise<string[]> => {
      const answer = await caller.call(verb, concrete(path, operation, caller.accountId), {
        body: { ...(bodyOf(operation) as object), ...Object.fromEntries(added.map((field) => [field, randomUUID()])) },
      });
      t.is(answer.status, 400, operation.operationId);
      return (answer.json.errors as Array<{ pointer: string }>).map(({ pointer }) => pointer);
    };
    const together = await rejectedOf(fields);
    // Fields that the operation has are judged after the unknown ones: one of them is the id of another account.
    for (const field of fields.filter((one) => !together.includes(`/${one}`)))
      t.deepEqual(await rejectedOf([field]), [`/${field}`], `${operation.operationId} ${field}`);
  }
});

test('a second deletion is a 404, and so is every other operation on a deleted resource', async (t) => {
  const operator = await service.signedIn(undefined, 'operator');
  const victim = await service.signedIn();
  const path = `/admin/users/${victim.accountId}`;
  t.is((await operator.delete(path)).status, 204);
  for (const verb of ['DELETE', 'GET', 'PATCH'])
    t.is((await operator.call(verb, path, verb === 'PATCH' ? { body: { disabled: true } } : {})).status, 404, verb);
  t.is((await victim.get('/users/me')).status, 401);
  t.is((await victim.refresh()).status, 401);
});
