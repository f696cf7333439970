import 'reflect-metadata';
import test from 'ava';
import { shipTypes } from '../../../src/features/geospatial/ais/ship-type.js';
import { geoEventTypes } from '../../../src/features/geospatial/geo-event.js';
import { namedArea, wider } from '../../../src/features/search/reading/named-areas.js';
import { type Manner, WordReader } from '../../../src/features/search/reading/read-words.js';
import { parseQuery } from '../../../src/search/parse-query.js';
import { cellOf } from '../../../src/search/set-query.js';
import { TimeZone } from '../../../src/time/time-zone.js';

const kinds: Readonly<Record<string, readonly string[]>> = { vessel: shipTypes, geo_event: geoEventTypes };
const types = ['vessel', 'aircraft', 'geo_event', 'article', 'instrument'];
const today = { now: Date.parse('2026-11-25T10:00:00Z'), zone: TimeZone.of('UTC') };
const reader = new WordReader(() => ({ types, kindsOf: (type) => kinds[type] ?? [] }));

/** Returns the filters and the remaining text of a query; undefined if it cannot be read in this manner. */
function read(text: string, manner: Manner = {}): string | undefined {
  const query = parseQuery(text, { timeZone: 'UTC', types, typeWords: reader.typeWords, areaOf: namedArea });
  const reading = reader.read(query, today, manner)?.reading;
  return reading && [...reading.filters.map(({ field, value }) => `${field}:${value}`), reading.text].join(' ').trim();
}

test('German, French and Spanish words for types, places and relations are read as the English ones', (t) => {
  const isTranslated = true;
  t.is(read('schiffe nach hamburg', { isTranslated }), 'type:vessel dest:hamburg');
  t.is(read('barcos cerca de valencia', { isTranslated }), read('ships near valencia'));
  t.is(read("pétroliers au large d'ormuz", { isTranslated }), read('tankers off hormuz'));
  t.is(read('erdbeben in italien', { isTranslated }), read('earthquakes in italy'));
  t.is(read('fischerboote vor norwegen', { isTranslated }), read('fishing boats off norway'));
  t.is(read('ships near valencia', { isTranslated }), undefined, 'nothing is foreign');
  t.is(read('"schiffe"', { isTranslated }), undefined, 'quoted text is not read');
});

test('the words of a filter are shown as they were written', (t) => {
  const query = parseQuery('buques en el golfo de adén', { timeZone: 'UTC', types });
  const filters = reader.read(query, today, { isTranslated: true })?.reading.filters ?? [];
  t.deepEqual(
    filters.map(({ words }) => words),
    ['buques', 'en el golfo de adén'],
  );
});

test('a place without a relation beside vessels is their area or their flag, and only where this is asked for', (t) => {
  t.is(read('tankers malaysia'), 'kind:tanker malaysia');
  t.is(read('tankers malaysia', { bare: 'area' }), 'kind:tanker in:"Malaysia"');
  t.is(read('tankers malaysia', { bare: 'flag' }), 'kind:tanker flag:MY');
  t.is(read('us navy ships', { bare: 'area' }), 'kind:military flag:US', 'a navy is of a country');
  t.is(read('us navy ships', { bare: 'flag' }), 'kind:military flag:US');
  t.is(read('med ferries urgent', { bare: 'area' }), 'kind:passenger near:35,18,2000km urgent');
  t.is(read('tankers', { bare: 'area' }), undefined);
  t.is(read('rotterdam', { bare: 'area' }), undefined, 'a place alone is no topic');
  t.is(read('brazil soybeans', { bare: 'area' }), 'type:article country:BR soybeans');
});

test('destinations are read from words before and behind the place', (t) => {
  t.is(read('durban-bound bulkers'), 'kind:cargo dest:durban');
  t.is(read('long beach bound ships'), 'type:vessel dest:long beach');
  t.is(read('vessels arriving in santos'), 'type:vessel dest:santos');
  t.is(read('ships calling at oakland'), 'type:vessel dest:oakland');
  t.is(read('vessels for antwerp'), 'type:vessel dest:antwerp');
  t.is(read('next port piraeus'), 'dest:piraeus');
  t.is(read('ships bound to nowhere'), 'type:vessel dest:nowhere');
  t.is(read('ships in santos'), 'type:vessel near:-23.961,-46.334,50km', 'ships there do not go there');
});

test('a wider area contains the surroundings of an area, also across the date line', (t) => {
  const cells = new Set([cellOf(-17, 179)]);
  const { cells: around } = wider({ name: 'Fiji', cells });
  t.true(around?.has(cellOf(-17, -176)));
  t.true(around?.has(cellOf(-12, 179)));
  t.false(around?.has(cellOf(-11, 179)));
  const circle = { lat: 1, lon: 2, radiusMeters: 50_000 };
  t.is(wider({ name: 'A town', circle }).circle?.radiusMeters, 300_000);
  t.is(wider({ name: 'A sea', circle: { ...circle, radiusMeters: 2_000_000 } }).circle?.radiusMeters, 2_000_000);
});

test('words for prices of shares name a type, and the state behind a destination is no part of it', (t) => {
  t.is(read('bp share price'), 'type:instrument bp');
  t.is(read('siemens stock quote'), 'type:instrument siemens');
  t.is(read('vessels bound for houston tx'), 'type:vessel dest:houston');
  t.is(read('vessels bound for la'), 'type:vessel dest:la');
});
