import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces, type Place } from './places.js';

/** Sources without places: declarations of fields, operations, tables and texts, and what runs in a browser. */
const DECLARATIONS = /\.(controller|dto|tag|schema|vendors|module)\.ts$|\/assets\/|-titles?\.ts$|-texts?\.ts$/;

/** Drawings: their numbers are looks, so only their comparisons and conditions are places. */
const DRAWINGS = /^src\/charts\/|-svg\.ts$|\/map\/render\/|-layout\.ts$|\/projection\//;

/** The module that a source compiles to, from the root. */
export const compiledOf = (source: string): string => join('dist', source).replace(/\.ts$/, '.js');

/** Every place of the product, sorted by file and position. */
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

/** The feature, or the folder of src. */
export const folderOf = (source: string): string => /^src\/(features\/[^/]+|[^/]+)/.exec(source)?.[1] ?? source;

interface DrawLimits {
  count: number;
  /** At most this many of one feature or folder of src. */
  perFolder: number;
  /** At most this many of one file (default 1). */
  perFile?: number;
}

/**
 * Draws places by a seed: each folder by its number of places, within the limits. A place keeps its rank when other
 * code changes.
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
