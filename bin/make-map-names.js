#!/usr/bin/env node
// Writes src/features/geospatial/map/names/places.tsv, the names on maps: countries and lakes with the position of
// their name (Natural Earth, package world-atlas and lakes.topojson), and capitals, cities and ports
// (src/gazetteer/places.tsv). Run it again after an update of world-atlas, of lakes.topojson or of places.tsv.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { geoArea, geoContains } from 'd3-geo';
import { feature } from 'topojson-client';

const root = join(import.meta.dirname, '..');
/** Number of steps, in each direction, of the grid in which the position of a country's name is searched. */
const GRID = 48;
/** A port within this distance (degrees) of a city is omitted, because the map would show the name twice. */
const PORT_REACH = 0.15;

/** Full names of countries that Natural Earth abbreviates. */
const fullNames = {
  'Marshall Is.': 'Marshall Islands',
  'N. Mariana Is.': 'Northern Mariana Islands',
  'U.S. Virgin Is.': 'U.S. Virgin Islands',
  'S. Geo. and the Is.': 'South Georgia',
  'Br. Indian Ocean Ter.': 'Chagos Archipelago',
  'Pitcairn Is.': 'Pitcairn Islands',
  'Falkland Is.': 'Falkland Islands',
  'Cayman Is.': 'Cayman Islands',
  'British Virgin Is.': 'British Virgin Islands',
  'Turks and Caicos Is.': 'Turks and Caicos Islands',
  eSwatini: 'Eswatini',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'Solomon Islands',
  'St. Vin. and Gren.': 'Saint Vincent',
  'St. Kitts and Nevis': 'Saint Kitts and Nevis',
  'Cook Is.': 'Cook Islands',
  'W. Sahara': 'Western Sahara',
  'St. Pierre and Miquelon': 'Saint Pierre and Miquelon',
  'Wallis and Futuna Is.': 'Wallis and Futuna',
  'Fr. Polynesia': 'French Polynesia',
  'Fr. S. Antarctic Lands': 'Kerguelen Islands',
  'Eq. Guinea': 'Equatorial Guinea',
  'Dominican Rep.': 'Dominican Republic',
  'Faeroe Is.': 'Faroe Islands',
  'N. Cyprus': '',
  'Dem. Rep. Congo': 'DR Congo',
  'Central African Rep.': 'Central African Republic',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Indian Ocean Ter.': '',
  'Heard I. and McDonald Is.': '',
  'Ashmore and Cartier Is.': '',
  'Antigua and Barb.': 'Antigua and Barbuda',
  'Siachen Glacier': '',
  'United States of America': 'United States',
};
/** English names of cities that have a local name in GeoNames. */
const englishNames = {
  Antwerpen: 'Antwerp',
  Genève: 'Geneva',
  Göteborg: 'Gothenburg',
  'Al Ḩudaydah': 'Hodeidah',
  Basrah: 'Basra',
  'New York City': 'New York',
};

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-50m.json'), 'utf8'),
);
const lakes = JSON.parse(readFileSync(join(root, 'src/features/geospatial/land/lakes.topojson'), 'utf8'));
const areas = [];
const towns = [];
for (const { properties, geometry } of feature(atlas, atlas.objects.countries).features)
  addArea('country', fullNames[properties.name] ?? properties.name, geometry);
/** Lakes whose name has a better position in areas.tsv. */
const placed = new Set(rowsOf('src/features/geospatial/map/names/areas.tsv').map(([, name]) => name));
for (const { properties, geometry } of feature(lakes, lakes.objects['10m']).features)
  if (!placed.has(properties.name))
    addArea('lake', properties.name ?? '', { ...geometry, coordinates: geometry.coordinates.map(withMorePoints) });

/** Returns the rings of a lake with points on its long straight shores, which the simplification has left without. */
function withMorePoints(rings) {
  const [west, south, east, north] = boxOf(rings[0]);
  const step = Math.max(east - west, north - south, 0.1) / GRID;
  return rings.map((ring) =>
    ring.flatMap(([lon, lat], index) => {
      const [x, y] = ring[Math.min(index + 1, ring.length - 1)];
      const parts = Math.max(1, Math.ceil(Math.hypot(x - lon, y - lat) / step));
      return Array.from({ length: parts }, (_, part) => [
        lon + ((x - lon) * part) / parts,
        lat + ((y - lat) * part) / parts,
      ]);
    }),
  );
}

function rowsOf(file) {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** Adds an area with its name; an area without one is left out. */
function addArea(kind, name, geometry) {
  if (name === '') return;
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const largest = parts
    .map((coordinates) => ({ type: 'Polygon', coordinates }))
    .reduce((one, other) => (geoArea(other) > geoArea(one) ? other : one));
  const box = boxOf(largest.coordinates[0]);
  areas.push({ size: (box[2] - box[0]) * (box[3] - box[1]), line: [kind, name, ...box, ...middleOf(largest)] });
}

/**
 * Returns west, south, east and north of a ring (degrees). East is less than west if the ring crosses the antimeridian.
 */
function boxOf(ring) {
  const lons = ring.map(([lon]) => lon);
  const crosses = Math.max(...lons) - Math.min(...lons) > 180;
  const turned = crosses ? lons.map((lon) => (lon < 0 ? lon + 360 : lon)) : lons;
  const lats = ring.map(([, lat]) => lat);
  const east = Math.max(...turned);
  return [Math.min(...turned), Math.min(...lats), east > 180 ? east - 360 : east, Math.max(...lats)].map((value) =>
    Number(value.toFixed(1)),
  );
}

/**
 * Returns latitude and longitude of the point of a grid inside the polygon that is farthest from its edge. Distances in
 * longitude count half, because names are wider than high.
 */
function middleOf(polygon) {
  const ring = polygon.coordinates[0];
  const [west, south, eastOf, north] = boxOf(ring);
  const east = eastOf < west ? eastOf + 360 : eastOf;
  const across = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const edge = ring.map(([lon, lat]) => [lon < west - 1 ? lon + 360 : lon, lat]);
  let best = { room: -1, lat: (south + north) / 2, lon: (west + east) / 2 };
  for (let row = 1; row < GRID; row += 1) {
    for (let column = 1; column < GRID; column += 1) {
      const lat = south + ((north - south) * row) / GRID;
      const lon = west + ((east - west) * column) / GRID;
      const room = Math.min(...edge.map(([x, y]) => Math.hypot(((x - lon) * across) / 2, y - lat)));
      if (room > best.room && geoContains(polygon, [lon, lat])) best = { room, lat, lon };
    }
  }
  const lon = best.lon > 180 ? best.lon - 360 : best.lon;
  return [best.lat.toFixed(1), lon.toFixed(1)];
}

const rows = rowsOf('src/gazetteer/places.tsv');
const cities = rows.filter(([kind]) => kind !== 'port');
for (const [kind, name, , country, , population, lat, lon] of cities)
  if (Number(population) >= 50_000 || kind === 'capital')
    towns.push([kind, englishNames[name] ?? name, country, population, lat, lon]);
for (const [kind, name, , country, , , lat, lon] of rows.filter(([kind]) => kind === 'port')) {
  const plain = (/\(([^)]+)\)/.exec(name)?.[1] ?? name).trim();
  const isNear = (city) => Math.abs(city[6] - lat) < PORT_REACH && Math.abs(city[7] - lon) < PORT_REACH;
  if (!cities.some(isNear)) towns.push([kind, plain, country, 0, lat, lon]);
}
// Rows are sorted by importance: when names overlap on a map, the earlier one is drawn.
const weightOf = ([kind, , , population]) =>
  kind === 'capital' ? 4 * Number(population) + 600_000 : Number(population);
areas.sort((one, other) => other.size - one.size);
towns.sort((one, other) => weightOf(other) - weightOf(one));
const lines = [...areas.map(({ line }) => line), ...towns].map((line) => line.join('\t'));
writeFileSync(
  join(root, 'src/features/geospatial/map/names/places.tsv'),
  `# Names on maps, made by bin/make-map-names.js. Countries and lakes: kind, name, west, south, east, north of the largest part (degrees), latitude and
# longitude of the name, from Natural Earth (public domain, through the npm package world-atlas; lakes as in bin/make-lakes.js). Others: kind, name, country (ISO 3166-1 alpha-2), population (0:
# unknown), latitude, longitude, from GeoNames (geonames.org, CC BY 4.0) as in src/gazetteer/places.tsv. Tabs between columns. The larger come first.
${lines.join('\n')}
`,
);
