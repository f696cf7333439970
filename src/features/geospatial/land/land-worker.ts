import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { packLines } from './atlas-lines.js';
import { landColumns } from './land-columns.js';

// This module runs in a thread, because reading the finest coastlines takes most of a second.
const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
const coasts = JSON.parse(readFileSync(file, 'utf8')) as Topology;
const land = feature(coasts, coasts.objects.land as GeometryCollection) as FeatureCollection<MultiPolygon>;
const columns = landColumns(packLines(land.features.flatMap(({ geometry }) => geometry.coordinates.flat())));
parentPort?.postMessage(
  columns,
  [columns.points, columns.starts, columns.edges].map(({ buffer }) => buffer as ArrayBuffer),
);
