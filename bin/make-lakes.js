#!/usr/bin/env node
// Writes src/features/geospatial/land/lakes.topojson: the lakes of Natural Earth 1:10m (public domain) as TopoJSON, in
// the scales of the coasts (10m, 50m, 110m), simplified and rounded. Usage: node bin/make-lakes.js ne_10m_lakes.json.
// The file is that of https://www.naturalearthdata.com as GeoJSON, for example from
// github.com/martynafford/natural-earth-geojson. Run bin/make-map-names.js afterwards, which reads the names.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const target = join(import.meta.dirname, '..', 'src/features/geospatial/land/lakes.topojson');
const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('Usage: node bin/make-lakes.js ne_10m_lakes.json');
  process.exit(2);
}

/** Size of the grid (degrees) to which positions are rounded. */
const GRID = 0.005;
/**
 * The scales: lakes up to a rank of Natural Earth (0 is most important), rings of at least a size, and the tolerance of
 * the simplification (degrees).
 */
const scales = {
  '10m': { rank: 9, size: 0.03, tolerance: 0.007 },
  '50m': { rank: 5, size: 0.15, tolerance: 0.025 },
  '110m': { rank: 1, size: 0.5, tolerance: 0.08 },
};
/** Rank up to which lakes have names. */
const NAMED = 5;
/**
 * English names of lakes, and names that have lost letters in the file. A lake with an empty name here is drawn without
 * a name.
 */
const names = {
  Bodensee: 'Lake Constance',
  Inarijrvi: 'Lake Inari',
  'Lac Moeru': 'Lake Mweru',
  'Lago Titicaca': 'Lake Titicaca',
  'Lago de Managua': 'Lake Managua',
  'Lago de Nicaragua': 'Lake Nicaragua',
  'McLeod Bay': '',
  Oulujarvi: 'Oulujärvi',
  Pijnne: 'Päijänne',
  Pjrvi: '',
  'Pskoyskoye Ozero': 'Lake Pskov',
  Pyhjrvi: 'Pyhäjärvi',
  'Shardara Bgeni': 'Shardara Reservoir',
  'Siletitengiz Kli': 'Siletiteniz',
};

const { features } = JSON.parse(readFileSync(source, 'utf8'));
const arcs = [];
const objects = {};
for (const [scale, { rank, size, tolerance }] of Object.entries(scales)) {
  const geometries = [];
  for (const { geometry, properties } of features) {
    if (properties.scalerank > rank) continue;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const kept = polygons.flatMap((rings) => {
      const arcsOf = rings.map((ring) => arcOf(ring, size, tolerance));
      // A polygon without its outer ring is left out together with its islands.
      return arcsOf[0] === undefined ? [] : [arcsOf.filter((arc) => arc !== undefined).map((arc) => [arc])];
    });
    if (kept.length === 0) continue;
    const name = properties.scalerank <= NAMED ? nameOf(properties.name) : '';
    geometries.push({
      type: 'MultiPolygon',
      arcs: kept,
      ...(scale === '10m' && name !== '' ? { properties: { name } } : {}),
    });
  }
  objects[scale] = { type: 'GeometryCollection', geometries };
}

function nameOf(name) {
  const given = (name ?? '').trim().replace(/^L\. /, 'Lake ');
  return names[given] ?? given;
}

/** Adds a simplified and rounded ring to the arcs, as differences. @returns its index; undefined if it is too small */
function arcOf(ring, size, tolerance) {
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  if (Math.max(Math.max(...lons) - Math.min(...lons), Math.max(...lats) - Math.min(...lats)) < size) return undefined;
  const rounded = simplified(ring, tolerance).map(([lon, lat]) => [
    Math.round((lon + 180) / GRID),
    Math.round((lat + 90) / GRID),
  ]);
  const points = rounded.filter(
    ([x, y], index) => index === 0 || x !== rounded[index - 1][0] || y !== rounded[index - 1][1],
  );
  if (points.length < 4) return undefined;
  arcs.push(
    points.map(([x, y], index) => (index === 0 ? [x, y] : [x - points[index - 1][0], y - points[index - 1][1]])),
  );
  return arcs.length - 1;
}

/** Simplifies a ring: Douglas and Peucker, 1973. Differences of longitude are shortened by the latitude. */
function simplified(ring, tolerance) {
  const across = Math.cos((ring[0][1] * Math.PI) / 180);
  const keep = new Set([0, ring.length - 1]);
  // A ring is closed, so it is cut at the point farthest from its start.
  const far = farthest(ring, 0, ring.length - 1, across).at;
  keep.add(far);
  const open = [
    [0, far],
    [far, ring.length - 1],
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, distance } = farthest(ring, ...next, across);
    if (distance <= tolerance) continue;
    keep.add(at);
    open.push([next[0], at], [at, next[1]]);
  }
  return ring.filter((_, index) => keep.has(index));
}

/** Returns the point between two others that is farthest from the line between them, and its distance (degrees). */
function farthest(ring, from, to, across) {
  const [[ax, ay], [bx, by]] = [ring[from], ring[to]];
  const [dx, dy] = [(bx - ax) * across, by - ay];
  const length = dx * dx + dy * dy;
  let best = { at: from, distance: 0 };
  for (let at = from + 1; at < to; at += 1) {
    const [px, py] = [(ring[at][0] - ax) * across, ring[at][1] - ay];
    const part = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
    const distance = Math.hypot(px - part * dx, py - part * dy);
    if (distance > best.distance) best = { at, distance };
  }
  return best;
}

const transform = { scale: [GRID, GRID], translate: [-180, -90] };
writeFileSync(target, `${JSON.stringify({ type: 'Topology', transform, objects, arcs })}\n`);
