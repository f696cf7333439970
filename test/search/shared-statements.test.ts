import { createRequire } from 'node:module';
import test from 'ava';
import type { Database } from '../../src/database/database.js';
import { type SQL, sql } from '../../src/database/drizzle.js';
import { events } from '../../src/database/event-schema.js';
import type { SearchRequest } from '../../src/search/search-source.js';
import { type SearchTable, StoredSearch } from '../../src/search/stored-search.js';

const { PgDialect } = createRequire(import.meta.url)('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core');
const dialect = new PgDialect();

const table: SearchTable = {
  from: sql`notes`,
  id: events.id,
  title: events.title,
  lexemes: events.search,
  visible: () => [sql`true`],
};
const request = (accountId: string): SearchRequest => ({
  accountId,
  query: { kind: 'text', text: 'gold', isPrefix: false, isQuoted: false },
  terms: [],
  tolerance: 'exact',
  limit: 10,
  now: 0,
});

/** Returns a search, and the number of searches in each statement that it ran. @param refuse fails a statement */
function searchWith(refuse: (count: number) => Error | undefined = () => undefined) {
  const counts: number[] = [];
  const execute = async (statement: SQL) => {
    const count = dialect.sqlToQuery(statement as never).sql.split('to_json(found)').length - 1;
    counts.push(count);
    const refused = refuse(count);
    if (refused !== undefined) throw refused;
    const found = Array.from({ length: count }, (_, at) => ({ compared: at + 1, total: at + 1, rows: [] }));
    return { rows: [{ found }] };
  };
  return { stored: new StoredSearch({ orm: { execute } } as unknown as Database), counts };
}
const hrefOf = (id: string) => id;

test('searches of small tables by one account that begin together are one statement, and each has its own answer', async (t) => {
  const { stored, counts } = searchWith();
  const answers = await Promise.all([
    ...['ada', 'ada', 'ada'].map((account) => stored.search(table, request(account), hrefOf)),
    stored.search(table, request('bob'), hrefOf),
  ]);
  t.deepEqual(counts, [3, 1]);
  t.deepEqual(
    answers.map(({ total }) => total),
    [1, 2, 3, 1],
  );
  await stored.search(table, request('ada'), hrefOf);
  t.deepEqual(counts, [3, 1, 1]);
});

test('if a statement of several searches fails, each search is run alone, and only a failing one fails', async (t) => {
  let alone = 0;
  const { stored, counts } = searchWith((count) => {
    if (count === 1) alone += 1;
    return count > 1 || alone === 2 ? new Error('invalid input') : undefined;
  });
  const answers = await Promise.allSettled(
    ['ada', 'ada', 'ada'].map((account) => stored.search(table, request(account), hrefOf)),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.deepEqual(counts, [3, 1, 1, 1]);
});

test('if the database is unavailable, searches that begin together fail without another attempt', async (t) => {
  const { stored, counts } = searchWith(() => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  const answers = await Promise.allSettled(
    ['ada', 'ada'].map((account) => stored.search(table, request(account), hrefOf)),
  );
  t.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.deepEqual(counts, [2]);
});
