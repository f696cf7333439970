import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces, type Place } from './places.js';

/**
 * Sources that are not mutated: declarations of fields, operations, tables and texts, and code that runs in a browser.
 */
const DECLARATIONS = /\.(controller|dto|tag|schema|vendors|module)\.ts$|\/assets\/|-titles?\.ts$|-texts?\.ts$/;

/** Sources of drawings. Their numbers only affect the look, so only their comparisons and conditions are mutated. */
const DRAWINGS = /^src\/charts\/|-svg\.ts$|\/map\/render\/|-layout\.ts$|\/draw-[\w-]+\.ts$|\/projection\//;

/** Returns the path of the compiled module of a source; both relative to the root. */
export const compiledOf = (source: string): string => join('dist', source).replace(/\.ts$/, '.js');

/** Returns every place of the product that can be mutated, sorted by file and position. */
export function allPlaces(root: string): Place[] {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (source) => !DECLARATIONS.test(source) && existsSync(join(root, compiledOf(source))),
  );
  return sources.sort().flatMap((source) => placesOf(root, source));
}

function placesOf(root: string, source: string): Place[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const compiled = compiledOf(source);
  const places = findPlaces(source, read(source), read(compiled), read(`${compiled}.map`));
  return DRAWINGS.test(source) ? places.filter(({ kind }) => kind !== 'limit' && kind !== 'arithmetic') : places;
}

/** Returns the folder of a source: its feature, or its folder below src. */
export const folderOf = (source: string): string => /^src\/(features\/[^/]+|[^/]+)/.exec(source)?.[1] ?? source;

interface DrawLimits {
  count: number;
  /** Maximum number of places in one folder: a feature, or a folder of src. */
  perFolder: number;
  /** Maximum number of places in one file. Default: 1. */
  perFile?: number;
}

/**
 * Draws `count` places pseudo-randomly by a seed, within the limits per folder and file. A place keeps its rank when
 * other code changes.
 */
export function draw(places: readonly Place[], seed: number, { count, perFolder, perFile = 1 }: DrawLimits): Place[] {
  const rank = new Map(
    places.map((place) => [place, createHash('sha256').update(`${seed} ${place.id}`).digest('hex')]),
  );
  const byRank = places.toSorted((a, b) => ((rank.get(a) as string) < (rank.get(b) as string) ? -1 : 1));
  const files = new Map<string, number>();
  const folders = new Map<string, number>();
  const drawn: Place[] = [];
  for (const place of byRank) {
    const folder = folderOf(place.source);
    const ofFolder = folders.get(folder) ?? 0;
    const ofFile = files.get(place.source) ?? 0;
    if (drawn.length === count) break;
    if (ofFile >= perFile || ofFolder >= perFolder) continue;
    files.set(place.source, ofFile + 1);
    folders.set(folder, ofFolder + 1);
    drawn.push(place);
  }
  return drawn;
}
