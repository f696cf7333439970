import { createRequire } from 'node:module';
import test from 'ava';
import { type SQL, sql } from '../../src/database/drizzle.js';
import { events } from '../../src/database/event-schema.js';
import { parseQuery } from '../../src/search/parse-query.js';
import type { SearchQuery } from '../../src/search/search-query.js';
import { conditionOf, rankedQuery, type SearchColumns, withoutOrder } from '../../src/search/sql-query.js';
import { matchesRecording } from '../support/recorded.js';

const { PgDialect } = createRequire(import.meta.url)('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core');
const dialect = new PgDialect();

/** Returns a condition with its parameters in their places. */
function textOf(condition: SQL | undefined): string | null {
  if (condition === undefined) return null;
  const { sql: text, params } = dialect.sqlToQuery(condition as never);
  return text
    .replace(/\$(\d+)/g, (_, number) => JSON.stringify(params[Number(number) - 1]))
    .replaceAll('"events".', '');
}

const areas: Readonly<Record<string, object>> = {
  norway: { name: 'Norway', country: 'NO', cells: new Set([54_000, 54_001]) },
  'the strait': { name: 'The strait', circle: { lat: 26.5, lon: 56.2, radiusMeters: 80_000 } },
};
const queryOf = (text: string): SearchQuery =>
  parseQuery(text, {
    timeZone: 'Europe/Berlin',
    types: ['event', 'vessel'],
    areaOf: (name) => areas[name.toLowerCase()] as never,
  });

const all: SearchColumns = {
  isLarge: true,
  lexemes: events.search,
  title: events.title,
  time: events.time,
  severity: events.severity,
  magnitude: sql`magnitude`,
  lat: events.latitude,
  lon: events.longitude,
  values: {
    symbol: (values) => sql`keys && ${[...values]}`,
    country: (values) => sql`country in ${[...values]}`,
  },
};
const few: SearchColumns = { lexemes: events.search, title: sql`title` };

const QUERIES =
  `tanker|tank*|Øresund|naïve café|"suez canal"|suez canal|suez OR canal|suez -canal|-"suez canal"|-(a OR b)|
  oil (tanker OR barge) -crude|tanker after:2026-11-02|after:2026-11-02 before:2026-11-03|tanker before:2026-01-01|
  severity:3|severity:>3|severity:>=3|severity:<3|severity:<=3|severity:2..4|quake magnitude:>5.5|magnitude:4..6|
  symbol:AAPL.US|symbol:AAPL.US,MSFT.US|entity:vessel:1|-symbol:AAPL.US|tanker -severity:>3|near:26.5,56.2,80km tanker|
  in:norway|in:"the strait"|in:norway OR tanker|tanker ship in:norway|(tanker in:norway) OR (barge severity:5)|
  tanker ship OR barge canal|a bb ccc dddd eeeee|'quoted' back\\slash*|type:event tanker`
    .split('|')
    .map((query) => query.trim());

test('queries are conditions on a table as recorded', (t) => {
  const rows = new Map<string, unknown>();
  for (const text of QUERIES) {
    const query = queryOf(text);
    const [exact, similar] = [conditionOf(query, all, 'exact'), conditionOf(query, all, 'similar')].map(textOf);
    rows.set(text, {
      exact,
      ...(similar !== exact && { similar }),
      'with few columns': textOf(conditionOf(query, few, 'exact')),
      'without order': textOf(conditionOf(withoutOrder(query), few, 'exact')),
      ranked: textOf(rankedQuery(query)),
    });
  }
  matchesRecording(t, 'search-conditions', rows);
});

test('similar titles of a small table are compared without a setting of the session', (t) => {
  const condition = conditionOf(queryOf('tanker'), { ...all, isLarge: false }, 'similar');
  t.true(
    textOf(condition)?.endsWith('or word_similarity("tanker", "title") >= 0.42::float8)'),
    String(textOf(condition)),
  );
});
