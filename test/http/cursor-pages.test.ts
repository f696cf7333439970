import test from 'ava';
import { problemOf } from '../support/is-problem.js';
import type { Json } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let operator: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService({});
  operator = await service.signedIn('olga', 'operator');
  for (let index = 0; index < 12; index += 1) await addAccount(`early${index}`);
});
test.after.always(() => service.close());

/** Adds an account directly to the database, without the cost of a password hash. */
async function addAccount(name: string): Promise<void> {
  const sql = "insert into accounts (id, email, display_name, password_hash) values ($1, $2, $3, 'none')";
  const { uuidV7 } = await import('../../src/time/uuid-v7.js');
  await service.database.database.query(sql, [uuidV7(), `${name}@watchfloor.test`, name]);
}

/** Reads a list to its end; `between` runs after each page. @returns all items */
async function follow(path: string, between: (page: number) => Promise<void> = async () => undefined): Promise<Json[]> {
  const items: Json[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 100; page += 1) {
    const { json } = await operator.get(`${path}${cursor === null ? '' : `&cursor=${cursor}`}`);
    items.push(...json.items);
    cursor = json.nextCursor;
    if (cursor === null) return items;
    await between(page);
  }
  throw new Error('The list has no end.');
}

for (const limit of ['0', '-1', '201', 'abc', '1.5', '', '1e2', '0x1', 'NaN', '9007199254740993']) {
  test(`a limit of '${limit}' is a 400`, async (t) => {
    const answer = await operator.get(`/admin/users?limit=${limit}`);
    t.is(answer.status, 400);
    t.is(answer.json.errors[0].pointer, 'query/limit');
  });
}

test('a page has 50 items by default, at most 200, and a cursor for the next page', async (t) => {
  t.is((await operator.get('/admin/users?limit=200')).status, 200);
  const { json } = await operator.get('/admin/users?limit=1');
  t.is(json.items.length, 1);
  t.is(typeof json.nextCursor, 'string');
});

test('a last page that is exactly full has no next page', async (t) => {
  const path = '/admin/users?q=early1&limit=';
  const all = (await operator.get(`${path}200`)).json.items;
  t.is(all.length, 3);
  t.is((await operator.get(`${path}${all.length}`)).json.nextCursor, null);
});

test('an altered, truncated, extended or invented cursor is a 400', async (t) => {
  const { json } = await operator.get('/admin/users?limit=1');
  const cursor = json.nextCursor as string;
  const flip = (at: number) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
  const forged = Buffer.concat([Buffer.alloc(12), Buffer.from(JSON.stringify(['x']))]).toString('base64url');
  for (const tampered of [
    flip(0),
    flip(10),
    flip(20),
    flip(cursor.length - 2),
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}${cursor}`,
    'abc',
    forged,
    cursor.slice(0, 16),
  ]) {
    const answer = await operator.get(`/admin/users?limit=1&cursor=${tampered}`);
    t.deepEqual([answer.status, answer.json.code], [400, 'invalid_cursor'], tampered);
    t.is(answer.json.errors[0].pointer, 'query/cursor');
  }
  for (const tampered of ['%00', 'a%20b', "'", `${cursor}%3D`])
    t.is(problemOf(await operator.get(`/admin/users?cursor=${tampered}`)), '400 invalid_request', tampered);
});

test('a cursor is valid only for its list and filter; the page size may change', async (t) => {
  const cursor = (await operator.get('/admin/users?limit=1&role=user')).json.nextCursor;
  for (const path of [
    '/admin/users?limit=1',
    '/admin/users?limit=1&role=operator',
    '/admin/users?limit=1&role=user&q=e',
    '/admin/audit?limit=1',
  ]) {
    t.is((await operator.get(`${path}&cursor=${cursor}`)).json.code, 'invalid_cursor', path);
  }
  t.is((await operator.get(`/admin/users?limit=5&role=user&cursor=${cursor}`)).status, 200);
});

test('filters may be written in any order', async (t) => {
  const cursor = (await operator.get('/admin/users?role=user&q=early&limit=1')).json.nextCursor;
  t.is((await operator.get(`/admin/users?limit=1&q=early&role=user&cursor=${cursor}`)).status, 200);
});

test('pages have no duplicates and no gaps while accounts are added', async (t) => {
  const before = (await operator.get('/admin/users?limit=200')).json.items.map(({ id }: Json) => id);
  const seen = await follow('/admin/users?limit=3', async (page) => {
    await Promise.all([addAccount(`late${page}a`), addAccount(`late${page}b`)].slice(0, page < 5 ? 2 : 0));
  });
  const ids = seen.map(({ id }) => id);
  t.is(new Set(ids).size, ids.length, 'no duplicate');
  t.deepEqual(
    before.filter((id: string) => !ids.includes(id)),
    [],
    'no gap',
  );
  t.deepEqual(ids, [...ids].sort(), 'oldest first');
});

test('pages of the audit log, newest first, are not affected by new entries', async (t) => {
  const before = (await operator.get('/admin/audit?limit=200')).json.items.map(({ id }: Json) => id);
  const seen = (
    await follow('/admin/audit?limit=2', async (page) => {
      if (page < 3) await service.client().signIn(operator.email, 'not the password');
    })
  ).map(({ id }) => id);
  t.is(new Set(seen).size, seen.length);
  t.deepEqual(
    before.filter((id: string) => !seen.includes(id)),
    [],
  );
});
