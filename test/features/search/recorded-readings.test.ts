import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { shipTypes } from '../../../src/features/geospatial/ais/ship-type.js';
import { geoEventTypes } from '../../../src/features/geospatial/geo-event.js';
import { assetClasses } from '../../../src/features/markets/asset-class.js';
import { namedArea } from '../../../src/features/search/reading/named-areas.js';
import { type MeantQuery, WordReader } from '../../../src/features/search/reading/read-words.js';
import { parseQuery } from '../../../src/search/parse-query.js';
import { QueryError } from '../../../src/search/query-tokens.js';
import { TimeZone } from '../../../src/time/time-zone.js';
import { digestOf, matchesRecording } from '../../support/recorded.js';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  vessel: shipTypes,
  aircraft: [],
  geo_event: geoEventTypes,
  article: [],
  instrument: assetClasses,
  note: [],
  event: [],
  pin: [],
  geofence: [],
  watchlist: [],
  alert: [],
  alert_rule: [],
  entity: [],
  vulnerability: [],
};
const types = Object.keys(KINDS);
const today = { now: Date.parse('2026-11-25T10:00:00Z'), zone: TimeZone.of('UTC') };
const reader = new WordReader(() => ({ types, kindsOf: (type) => KINDS[type] ?? [] }));

const SUBJECTS = ['', 'ships', 'tankers', 'planes', 'earthquakes', 'news', 'stocks', 'fishing vessels', 'storm news'];
const PATTERNS = `% near rotterdam|% near the port of hamburg|nearby % off malta|% within 100 km of singapore|
  % within 50nm of malta|% 20 mi of boston|% within 0 km of oslo|% close to malta|% in japan|% at sea|% in the baltic sea|
  baltic sea %|% off the coast of spain|panamanian %|panama flagged %|% flying the flag of panama|% registered in liberia|
  % flag malta|% from norway|norway %|% to rotterdam|% for rotterdam|% bound for ningbo near japan|
  % heading to the port of piraeus|% en route to oakland in june|destination oakland %|% destination|% above magnitude 6|
  M6 %|m6.5+ %|% magnitude at least 5.5|% over 4.5|mag 5 %|% magnitude|severe %|critical % in japan|% faster than 20 knots|
  % 20 kn|% above 5 kts near kiel|% faster than knots|% imo 9158836|% MMSI: 244660715|mmsi=244660715|imo number 9158836 %|
  imo 915883 %|mmsi 2446607155|callsign H3RC %|call sign H3RC|callsign is %|$MSFT %|$1 %|ticker msft|ticker for %|
  isin US0378331005|symbol no 7203|flight ba 117|ba 117|klm 12ab %|registration D-AIMA|reg n123|tail number D-AIMA %|
  icao24 4ca123|hex abc|icao address 4ca123 of %|% near kleinkleckersdorf|% near berlin and paris|% in|near %|
  "% near rotterdam"|% "in japan"|% in texas|% in paris|% over the black sea|% through the suez canal|% by gibraltar|
  % in the gulf of aden|latest % please|show me all % in france|italian % in germany|% in rotterdm|quake japan %`
  .split('|')
  .map((pattern) => pattern.trim());

/** Returns what a query means: its filters, remaining text and variants. */
function textOf(meant: MeantQuery | undefined): unknown {
  if (meant === undefined) return null;
  const { reading, identifier, relaxed, query } = meant;
  const filters = reading.filters.map(({ field, value, words }) => `${field}:${value} (${words})`);
  return [
    filters.join(', '),
    reading.text,
    identifier ?? null,
    (relaxed ?? []).length,
    digestOf(JSON.stringify(query)),
  ];
}

/** Returns the reading of a query with and without the correction of typing errors. */
function readingsOf(text: string): unknown {
  const query = parseQuery(text, { timeZone: 'UTC', types, typeWords: reader.typeWords, areaOf: namedArea });
  const [plain, corrected] = [
    textOf(reader.read(query, today)),
    textOf(reader.read(query, today, { isCorrected: true })),
  ];
  return JSON.stringify(plain) === JSON.stringify(corrected) ? plain : { plain, corrected };
}

/** Returns the readings of a query, or the error of a query that is not in the grammar. */
function readingsOrError(text: string): unknown {
  try {
    return readingsOf(text);
  } catch (error) {
    if (error instanceof QueryError) return error.detail;
    throw error;
  }
}

test('words of queries are read as filters as recorded', (t) => {
  const rows = new Map<string, unknown>();
  for (const pattern of PATTERNS)
    for (const subject of SUBJECTS) {
      const text = pattern.replace('%', subject).trim();
      if (text !== '') rows.set(text, readingsOf(text));
    }
  matchesRecording(t, 'search-readings', rows);
});

test('the searches of people are read as filters as recorded', (t) => {
  // All halves are recorded, also the later ones: a change of a reading is noticed in each of them.
  const lines = readFileSync('test/fixtures/search/queries.tsv', 'utf8').split('\n');
  const rows = new Map<string, unknown>();
  for (const line of lines) {
    const query = line.startsWith('#') ? undefined : line.split('\t')[2];
    if (query !== undefined) rows.set(query, digestOf(JSON.stringify(readingsOrError(query))));
  }
  matchesRecording(t, 'search-readings-of-people', rows);
});
