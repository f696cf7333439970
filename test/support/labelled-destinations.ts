import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDestination } from '../../src/features/geospatial/ports/destination-resolver.js';
import { root } from './sources.js';

/** Recorded destinations with the id of their port, or null. Those of the frozen half were not used for tuning. */
const halves = JSON.parse(readFileSync(join(root, 'test/fixtures/geo/destinations.json'), 'utf8')) as Record<
  'tuned' | 'frozen',
  Array<[text: string, port: string | null]>
>;

/** Returns precision and recall of the matches of a half with the default score. */
export function destinationScore(half: keyof typeof halves) {
  const found = halves[half].map(([text, port]) => {
    const match = resolveDestination(text);
    return { port, id: match === undefined || match.score < 0.6 ? null : match.port.id };
  });
  const right = found.filter(({ id, port }) => id !== null && id === port).length;
  return {
    texts: found.length,
    precision: right / found.filter(({ id }) => id !== null).length,
    recall: right / found.filter(({ port }) => port !== null).length,
  };
}
