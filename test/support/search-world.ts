import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import { DAY_MS } from '../../src/time/durations.js';
import type { Half } from './labelled-texts.js';
import { root } from './sources.js';
import type { TestClient } from './test-client.js';
import type { TestService } from './test-service.js';

const rowsOf = (name: string): string[][] =>
  readFileSync(join(root, 'test/fixtures/search', `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/**
 * A query with its expected results, one of which must be the first. Each is written as `type title` or `instrument
 * SYMBOL`.
 */
export interface LabelledQuery {
  half: Half;
  kind: string;
  query: string;
  expected: readonly string[];
}

const numberOr = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

/** Fills a service with the records of test/fixtures/search. @returns the queries about them */
export async function fillSearchWorld(service: TestService, owner: TestClient): Promise<LabelledQuery[]> {
  const live = service.services.get(LiveState);
  const now = service.clock.now();
  const seen = { observedAt: now, receivedAt: now, provider: 'simulator' };
  const known = new Map<string, string>();
  const events: unknown[] = [];
  const articles: unknown[] = [];
  const day = (age: string | undefined) => new Date(now - Number(age) * DAY_MS - 60_000).toISOString();
  for (const [what, key = '', ...cells] of rowsOf('world')) {
    if (what === 'vessel') {
      const [mmsi, imo, name = '', callsign, typeCode, lat, lon, destination, knots] = cells;
      live.takeVessel({
        key: Number(mmsi),
        imo: Number(imo),
        name,
        callsign,
        shipTypeCode: Number(typeCode),
        lat: Number(lat),
        lon: Number(lon),
        destination,
        speedKnots: Number(knots),
        ...seen,
      } as never);
      known.set(key, `vessel ${name}`);
    } else if (what === 'aircraft') {
      const [address = '', callsign = '', registration = '', aircraftType, lat, lon] = cells;
      const names = { callsign: callsign || undefined, registration, aircraftType };
      const place = { lat: Number(lat), lon: Number(lon) };
      live.takeAircraft({ key: Number.parseInt(address, 16), ...names, ...place, ...seen } as never);
      known.set(key, `aircraft ${callsign || registration}`);
    } else if (what === 'geo_event') {
      const [type, title = '', lat, lon, severity, magnitude, unit, age] = cells;
      const size = numberOr(magnitude);
      const measured = size === null ? null : { value: size, unit };
      events.push({ key, type, title, lat, lon, severity, magnitude: measured, at: day(age) });
      known.set(key, `geo_event ${title}`);
    } else if (what === 'article') {
      const [age, country, symbol, title = '', summary] = cells;
      articles.push({ key, country, symbols: symbol ? [symbol] : [], title, summary, at: day(age) });
      known.set(key, `article ${title}`);
    } else known.set(key, await ownResource(owner, cells));
  }
  const { database } = service.database;
  await database.query(
    `insert into geo_events (id, provider, key, names, type, title, severity, lat, lon, magnitude, entities, details,
      started_at, reported_at, created_at, updated_at)
    select gen_random_uuid(), 'usgs', key, '{}', type, title, severity, lat, lon, magnitude, '{}', '{}', at, at, at, at
    from json_to_recordset($1) as row (key text, type text, title text, severity int, lat float8, lon float8,
      magnitude jsonb, at timestamptz)`,
    [JSON.stringify(events)],
  );
  await database.query(
    `insert into news_articles (id, provider, external_id, source_key, title, summary, published_at, fetched_at,
      source_name, owner, tier, symbols, entities, countries, places, title_key, tokens, minhash)
    select gen_random_uuid(), 'rss', key, key, title, summary, at, at, 'The Source', 'Owner', 2,
      array(select json_array_elements_text(symbols)), '{}', array[country], '[]', key, '{}', '{}'
    from json_to_recordset($1) as row (key text, country text, symbols json, title text, summary text, at timestamptz)`,
    [JSON.stringify(articles)],
  );
  return rowsOf('queries').map(([half, kind = '', query = '', expected = '']) => ({
    half: half as Half,
    kind,
    query,
    expected: expected.split('|').map((one) => known.get(one) ?? `instrument ${one}`),
  }));
}

/** Creates a resource of an account. @returns its name in results */
async function ownResource(owner: TestClient, [type = '', title = '', symbols]: string[]): Promise<string> {
  const requests: Record<string, readonly [path: string, body: unknown]> = {
    watchlist: ['/markets/watchlists', { name: title, symbols: symbols?.split(',') }],
    pin: ['/geospatial/pins', { title, position: { lat: 25.2, lon: 56.4 }, severity: 2 }],
    thread: ['/ai/threads', { title }],
    note: ['/timeline/notes', { title, time: '2026-01-01T00:00:00Z' }],
    alert_rule: [
      '/alerts/rules',
      { name: title, condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 3000 } },
    ],
  };
  const [path, body] = requests[type] as readonly [string, unknown];
  const { status, json } = await owner.post(path, body as never);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return `${type === 'thread' ? 'ai_thread' : type} ${title}`;
}

/** Returns the results of a query, written as in the labels. */
export async function resultsOf(owner: TestClient, query: string): Promise<string[]> {
  const { status, json } = await owner.get(`/search?limit=10&q=${encodeURIComponent(query)}`);
  if (status !== 200) return [`${status} ${JSON.stringify(json.errors)}`];
  return json.items.map(({ type, id, title }: Record<string, string>) =>
    type === 'instrument' ? `instrument ${id}` : `${type} ${title}`,
  );
}
