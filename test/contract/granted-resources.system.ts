import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { ShareableKinds } from '../../src/resources/owned-records.js';
import { shareableNames } from '../../src/resources/shareable-names.js';
import { knowFewShares } from '../support/few-shares.js';
import { concretePath } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import { ownedSeeds } from '../support/seeds.js';
import { startTestService, type TestService } from '../support/test-service.js';

// For every operation on a resource that can be granted: a grant opens exactly the operations that say so, for the
// granted resource alone. authorization.system.ts tests that other accounts get a 404.

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_RATE_LIMIT: '100000', SVC_SIGN_IN_LIMIT: '100000', SVC_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  knowFewShares(service);
});
test.after.always(() => service.close());

const kinds = () => shareableNames.map((name) => service.services.get(ShareableKinds).get(name));

/** Returns the operations on a resource of a kind. */
const operations = (path: string) =>
  operationsOf(service.app.document).filter((place) => `${place.path}/`.startsWith(`/api/v1${path}/{id}/`));

/** Returns the body of a call: the example of JSON, or of the file that an operation accepts instead. */
function sent({ requestBody }: Operation) {
  const [[type, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  if (requestBody === undefined || 'application/json' in requestBody.content)
    return { body: requestBody?.content['application/json']?.example };
  return { rawBody: String(example), headers: { 'content-type': type } };
}

test('every granted operation is below the path of a kind that can be granted', (t) => {
  const below = new Set(kinds().flatMap(({ path }) => operations(path).map(({ operation }) => operation.operationId)));
  const granted = operationsOf(service.app.document).filter(({ operation }) => 'x-granted' in operation);
  t.true(granted.length >= 25, `${granted.length}`);
  for (const { operation } of granted) t.true(below.has(operation.operationId), operation.operationId);
});

/** Calls all operations on new resources of a kind as their grantee. */
async function callAll(
  t: ExecutionContext,
  path: string,
  terms: { kind: string; access: string; showAmounts: boolean },
) {
  const opened: string[] = [];
  for (const place of operations(path)) {
    const { operationId } = place.operation;
    const seed = ownedSeeds[operationId];
    if (seed === undefined) {
      t.fail(`${operationId} takes an id: say in test/support/seeds.ts how an account comes to own one`);
      continue;
    }
    const [owner, grantee] = [await service.signedIn(), await service.signedIn()];
    // The other resource comes first, because some seeds move a record with a fixed id to the newest one.
    const other = await seed(owner, service);
    const { id, isThere } = await seed(owner, service);
    const made = await owner.post('/users/me/grants', { ...terms, resourceId: id, email: grantee.email });
    t.is(made.status, 201, made.text);
    const call = (of: string) =>
      grantee.call(
        place.method.toUpperCase(),
        concretePath(service.app.document, place.path.slice('/api/v1'.length), place.operation, of),
        sent(place.operation),
      );
    const needed = place.operation['x-granted'];
    const hidden = !terms.showAmounts && !place.operation['x-free-of-amounts'];
    const isOpen = needed === 'read' || (needed === 'write' && terms.access === 'write');
    const answer = await call(id);
    if (isOpen && hidden) t.is(answer.status, 403, `${operationId}: hides amounts`);
    else if (isOpen) t.true(answer.status < 300, `${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`);
    else {
      t.is(answer.status, 404, `${operationId}: ${answer.text.slice(0, 300)}`);
      t.true(await isThere(), `${operationId} left it alone`);
    }
    if (other.id !== id) t.is((await call(other.id)).status, 404, `${operationId} of another resource`);
    if (isOpen && !hidden) opened.push(operationId);
  }
  return opened;
}

for (const name of shareableNames) {
  test(`${name}: a grant opens exactly what it says, and is a 404 for the rest`, async (t) => {
    const kind = service.services.get(ShareableKinds).get(name);
    for (const access of kind.access) {
      const opened = await callAll(t, kind.path, { kind: name, access, showAmounts: true });
      t.true(opened.length > 0, `${name} ${access}`);
    }
    if (kind.hasAmounts) await callAll(t, kind.path, { kind: name, access: 'read', showAmounts: false });
  });
}
