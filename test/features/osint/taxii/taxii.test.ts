import 'reflect-metadata';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { RefreshSanctions } from '../../../../src/features/osint/sanctions/refresh-sanctions.service.js';
import { SanctionsRepository } from '../../../../src/features/osint/sanctions/sanctions.repository.js';
import { RefreshVulnerabilities } from '../../../../src/features/osint/vulnerabilities/refresh-vulnerabilities.service.js';
import { VulnerabilityRepository } from '../../../../src/features/osint/vulnerabilities/vulnerability.repository.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import { root } from '../../../support/sources.js';
import { collectionFaults, type StixJson } from '../../../support/stix-rules.js';
import type { CheckedAnswer, TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const taxiiType = 'application/taxii+json;version=2.1';
const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const folder = mkdtempSync(join(tmpdir(), 'watchfloor-ofac-'));
let service: TestService;
let ada: TestClient;
test.before(async () => {
  for (const name of ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'])
    copyFileSync(join(root, 'test/fixtures/osint/ofac', name), join(folder, name));
  service = await startTestService({ env: { SVC_SANCTIONS_SOURCES: `simulator,file:${folder}` } });
  ada = await service.signedIn();
  await service.services.get(RefreshVulnerabilities).refresh(AbortSignal.timeout(60_000));
  await service.services.get(RefreshSanctions).refresh(AbortSignal.timeout(60_000));
});
test.after.always(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const taxii = (path: string, client = ada) => client.get(`/osint/taxii/${path}`, { headers: { accept: taxiiType } });

/** Reads all pages of a collection, as a client of TAXII does. */
async function pagesOf(path: string, query: string, client = ada): Promise<CheckedAnswer[]> {
  const pages: CheckedAnswer[] = [];
  for (let next = ''; ; ) {
    const page = await taxii(`collections/${path}/?${query}${next === '' ? '' : `&next=${next}`}`, client);
    if (page.status !== 200) throw new Error(page.text);
    pages.push(page);
    if (!page.json.more) return pages;
    next = page.json.next;
  }
}
const objectsOf = async (path: string, query = '', client = ada): Promise<StixJson[]> =>
  (await pagesOf(path, query, client)).flatMap(({ json }) => json.objects ?? []);
const isError = (t: ExecutionContext, answer: CheckedAnswer, status: number, code: string) => {
  t.is(answer.headers.get('content-type'), taxiiType);
  t.like(answer.json, { http_status: String(status), error_code: code });
  t.is(answer.status, status);
};

test('the discovery leads to an API root, and this one to its collections', async (t) => {
  const discovery = await ada.fresh().get('//taxii2/', { headers: { accept: taxiiType } });
  t.is(discovery.headers.get('content-type'), taxiiType);
  t.is(discovery.json.default, discovery.json.api_roots[0]);
  t.is(new URL(discovery.json.default).pathname, '/api/v1/osint/taxii/');
  const rootAnswer = await taxii('');
  t.like(rootAnswer.json, { title: 'Watchfloor', versions: [taxiiType] });
  const { collections } = (await taxii('collections/')).json;
  t.deepEqual(
    collections.map(({ alias }: StixJson) => alias),
    ['vulnerabilities', 'sanctions', 'cases'],
  );
  for (const collection of collections) {
    t.like(collection, { can_read: true, can_write: false, media_types: ['application/stix+json;version=2.1'] });
    t.deepEqual((await taxii(`collections/${collection.id}/`)).json, collection);
    t.deepEqual((await taxii(`collections/${collection.alias}/`)).json, collection);
  }
});

test('pages of any size contain every object once, in the order of addition, by the rules of STIX', async (t) => {
  for (const collection of ['vulnerabilities', 'sanctions']) {
    const all = await objectsOf(`${collection}/objects`);
    t.true(all.length > 12);
    t.deepEqual(collectionFaults(all), []);
    for (const limit of [1, 7, all.length - 1, all.length, all.length + 1, 2_147_483_647])
      t.deepEqual(await objectsOf(`${collection}/objects`, `limit=${limit}`), all);
    const records = await objectsOf(`${collection}/manifest`, 'limit=5');
    t.deepEqual(
      records.map(({ id, version }) => [id, version]),
      all.map(({ id, modified }) => [id, modified]),
    );
    const times = records.map(({ date_added: time }) => time);
    t.true(times.every((time) => MICROSECONDS.test(time)));
    t.deepEqual(times, times.toSorted());
    for (const page of await pagesOf(`${collection}/objects`, 'limit=5')) {
      t.regex(page.headers.get('x-taxii-date-added-first') ?? '', MICROSECONDS);
      t.true(
        (page.headers.get('x-taxii-date-added-first') ?? '') <= (page.headers.get('x-taxii-date-added-last') ?? ''),
      );
    }
  }
});

test('objects are filtered by id, type, version and version of STIX, and an empty page has no list', async (t) => {
  const path = 'vulnerabilities/objects';
  const all = await objectsOf(path);
  const [identity, first, second] = all as [StixJson, StixJson, StixJson];
  t.is(identity.type, 'identity');
  t.deepEqual(await objectsOf(path, `match[id]=${first.id},${second.id}`), [first, second]);
  t.deepEqual(await objectsOf(path, 'match[type]=identity'), [identity]);
  t.deepEqual(await objectsOf(path, 'match[type]=vulnerability,identity'), all);
  for (const keyword of ['last', 'first', 'all']) t.deepEqual(await objectsOf(path, `match[version]=${keyword}`), all);
  t.true((await objectsOf(path, `match[version]=${first.modified}`)).some(({ id }) => id === first.id));
  t.deepEqual(await objectsOf(path, `match[version]=${identity.modified}`), [identity]);
  t.deepEqual(await objectsOf(path, 'match[spec_version]=2.0,2.1'), all);
  for (const query of [
    'match[spec_version]=2.0',
    'match[type]=malware',
    'match[version]=2001-01-01T00:00:00.000Z',
    `match[id]=vulnerability--${identity.id.slice(10)}`,
    'match[id]=nonsense',
    'added_after=2100-01-01T00:00:00.000000Z',
  ]) {
    const page = await taxii(`collections/${path}/?${query}`);
    t.deepEqual([page.status, page.json, page.headers.get('x-taxii-date-added-last')], [200, { more: false }, null]);
  }
});

test('an object is read by its id, with its only version', async (t) => {
  const [, one] = (await objectsOf('sanctions/objects', 'limit=2')) as [StixJson, StixJson];
  const path = `collections/sanctions/objects/${one.id}/`;
  t.deepEqual((await taxii(path)).json, { more: false, objects: [one] });
  t.deepEqual((await taxii(`${path}versions/`)).json, { more: false, versions: [one.modified] });
  t.deepEqual((await taxii(`${path}?match[version]=2001-01-01T00:00:00Z`)).json, { more: false });
  isError(t, await taxii(`collections/sanctions/objects/${one.id.slice(0, -1)}0/versions/`), 404, 'not_found');
  isError(t, await taxii('collections/vulnerabilities/objects/malware--1/'), 404, 'not_found');
});

test('a changed vulnerability is added again with a later version, an unchanged one is not', async (t) => {
  const own = await serviceFor(t, {});
  const repository = own.services.get(VulnerabilityRepository);
  const report = (id: string, score: number) => ({
    ...{ id, title: 'Title', description: 'Description', score, severity: 'high' as const },
    ...{ weaknesses: ['CWE-79', 'CWE-22'], references: ['https://b.example/', 'https://a.example/'] },
  });
  const merge = (...reports: Array<ReturnType<typeof report>>) =>
    repository.merge(reports, 'nvd', new Date(own.clock.now()));
  await merge(report('CVE-2026-1001', 7.1), report('CVE-2026-1002', 7.1));
  const before = await pagesOf('vulnerabilities/objects', '', await own.signedIn());
  const since = before.at(-1)?.headers.get('x-taxii-date-added-last');
  // Sessions end while the clock advances, so each reader signs in.
  const changes = async () => objectsOf('vulnerabilities/objects', `added_after=${since}`, await own.signedIn());
  own.clock.advance(DAY);
  await merge(report('CVE-2026-1001', 7.1), report('CVE-2026-1002', 7.1));
  t.deepEqual(await changes(), []);
  await merge(report('CVE-2026-1001', 7.1), report('CVE-2026-1002', 8.2));
  const [changed, ...others] = await changes();
  t.deepEqual(others, []);
  const old = before[0]?.json.objects.find(({ name }: StixJson) => name === 'CVE-2026-1002');
  t.like(changed, { id: old.id, created: old.created, name: old.name });
  t.is(Date.parse(changed?.modified) - Date.parse(old.modified), DAY);
  await repository.unmarkBeside([], new Date(own.clock.now() + DAY));
  t.is((await changes()).length, 1);
});

test('a delisted entry is revoked, deleted after a year, and listed again with the same id', async (t) => {
  const own = await serviceFor(t, {});
  const repository = own.services.get(SanctionsRepository);
  const entity = (id: string) => ({
    ...{ id, type: 'person' as const, name: id, aliases: [], programs: [], countries: [], birthDates: [] },
    ...{ identifiers: [], addresses: [], remarks: null, url: null },
  });
  const replace = (...ids: string[]) =>
    repository.replace('sanctions.list', ids.map(entity), new Date(own.clock.now()));
  const named = async (name: string) =>
    (await objectsOf('sanctions/objects', '', await own.signedIn())).find((object) => object.name === name);
  await replace('one', 'two', 'two');
  const listed = await named('two');
  t.is(listed?.revoked, undefined);
  own.clock.advance(DAY);
  await replace('one');
  t.deepEqual(await repository.page('sanctions.list', 10), [entity('one')]);
  t.like(await named('two'), { id: listed?.id, created: listed?.created, revoked: true });
  t.is((await named('one'))?.modified, (await named('one'))?.created);
  own.clock.advance(365 * DAY);
  await replace('one');
  t.is((await named('two'))?.revoked, true);
  own.clock.advance(1);
  await replace('one', 'two');
  t.like(await named('two'), { id: listed?.id, revoked: undefined });
  await replace('one');
  own.clock.advance(365 * DAY + 1);
  await replace('one');
  t.is(await named('two'), undefined);
});

test('the collection of cases has those of the caller alone, with changes', async (t) => {
  const [owner, other] = [await service.signedIn(), await service.signedIn()];
  for (const title of ['First', 'Second']) {
    const { id } = (await owner.post('/osint/cases', { title })).json;
    await owner.post(`/osint/cases/${id}/evidence`, { title: 'Extract', content: title });
    await owner.post(`/osint/cases/${id}/evidence`, {
      title: 'Sanctioned',
      recordType: 'sanctioned',
      recordId: 'simulator:vessel-1',
    });
  }
  const all = await objectsOf('cases/objects', '', owner);
  t.deepEqual(collectionFaults(all), []);
  t.deepEqual(all.map(({ type }) => type).toSorted(), ['grouping', 'grouping', 'identity', ...Array(4).fill('note')]);
  for (const limit of [1, 2, 3]) t.deepEqual(await objectsOf('cases/objects', `limit=${limit}`, owner), all);
  t.deepEqual(
    await objectsOf('cases/objects', 'match[type]=note', owner),
    all.filter(({ type }) => type === 'note'),
  );
  const grouping = all.find(({ type }) => type === 'grouping') as StixJson;
  t.deepEqual(await objectsOf('cases/objects', `match[id]=${grouping.id}`, owner), [grouping]);
  const asStored = grouping.id.replace(/^(grouping--.{14})4/, '$17');
  t.deepEqual(await objectsOf('cases/objects', `match[id]=${asStored}`, owner), []);

  t.deepEqual(
    (await objectsOf('cases/objects', '', other)).map(({ type }) => type),
    ['identity'],
  );
  isError(t, await taxii(`collections/cases/objects/${grouping.id}/`, other), 404, 'not_found');
  const id = grouping.id.replace(/^grouping--(.{14})4/, '$17');
  await owner.delete(`/osint/cases/${id}`);
  t.is((await objectsOf('cases/objects', '', owner)).length, 4);
});

test('a cursor is only valid for its account, collection and conditions', async (t) => {
  const { next } = (await taxii('collections/vulnerabilities/objects/?limit=2')).json;
  const wrong = `next=${next}`;
  for (const path of [
    `collections/sanctions/objects/?${wrong}`,
    `collections/vulnerabilities/objects/?match[type]=identity&${wrong}`,
    `collections/vulnerabilities/objects/?next=${next.slice(0, -2)}AA`,
  ]) {
    const answer = await taxii(path);
    isError(t, answer, 400, 'invalid_request');
    t.deepEqual(Object.keys(answer.json.details), ['query/next']);
  }
  const other = await service.signedIn();
  isError(t, await taxii(`collections/vulnerabilities/objects/?${wrong}`, other), 400, 'invalid_request');
  t.is((await taxii(`collections/vulnerabilities/objects/?limit=9&${wrong}`)).status, 200);
});

test('errors have the form of TAXII: without a token, of another type, method, path or value', async (t) => {
  const nobody = await taxii('collections/', ada.fresh());
  isError(t, nobody, 401, 'unauthenticated');
  t.is(nobody.headers.get('www-authenticate'), 'Bearer');
  for (const accept of ['application/json', 'application/taxii+json;version=2.0', 'application/vnd.oasis.taxii+json']) {
    isError(t, await ada.get('/osint/taxii/collections/', { headers: { accept } }), 406, 'not_acceptable');
    isError(t, await ada.get('//taxii2/', { headers: { accept } }), 406, 'not_acceptable');
  }
  for (const accept of ['application/taxii+json', 'application/taxii+json; version=2.1', '*/*'])
    t.is((await ada.get('/osint/taxii/collections/', { headers: { accept } })).status, 200, accept);
  isError(
    t,
    await ada.post('/osint/taxii/collections/vulnerabilities/objects/', { objects: [] }),
    405,
    'method_not_allowed',
  );
  isError(t, await ada.post('//taxii2/', {}), 405, 'method_not_allowed');
  isError(t, await taxii('status/1/'), 404, 'not_found');
  isError(t, await taxii('collections/none/objects/'), 404, 'not_found');
  for (const query of [
    'limit=0',
    'limit=x',
    'added_after=2026',
    'added_after=2026-02-32T00:00:00Z',
    'match[version]=newest',
  ]) {
    const answer = await taxii(`collections/vulnerabilities/objects/?${query}`);
    isError(t, answer, 400, 'invalid_request');
    t.is(Object.keys(answer.json.details).length, 1);
  }
});

test('a personal key with the scope to read is a bearer token of TAXII', async (t) => {
  const keyOf = async (scopes: string[]) => (await ada.post('/auth/keys', { name: 'TAXII', scopes })).json.key;
  const call = (token: string) => ada.get('/osint/taxii/collections/', { token, headers: { accept: taxiiType } });
  t.is((await call(await keyOf(['osint:read']))).status, 200);
  isError(t, await call(await keyOf(['news:read'])), 403, 'insufficient_scope');
});
