import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Atlas, packLines, type Scale } from '../../land/atlas-lines.js';
import { lakesOf } from '../../land/lakes.js';
import { stitchRings } from './stitch-rings.js';

/** Reads one scale of the atlas. Runs in a thread, since reading the finest scale takes a quarter of a second. */
function readAtlas(scale: Scale): Atlas {
  const [coasts, states] = [read(`land-${scale}`), read(`countries-${scale}`)];
  const land = feature(coasts, coasts.objects.land as GeometryCollection) as FeatureCollection<MultiPolygon>;
  return {
    land: packLines(stitchRings(land.features.flatMap(({ geometry }) => geometry.coordinates.flat()))),
    borders: packLines(mesh(states, states.objects.countries as GeometryCollection, (a, b) => a !== b).coordinates),
    lakes: packLines(lakesOf(scale, feature).flat()),
  };
}

const require = createRequire(import.meta.url);
const read = (name: string): Topology => JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'));

const atlas = readAtlas(workerData);
const buffers = [atlas.land, atlas.borders, atlas.lakes].flatMap(({ points, starts, boxes, turns }) =>
  [points, starts, boxes, turns].map(({ buffer }) => buffer as ArrayBuffer),
);
parentPort?.postMessage(atlas, buffers);
