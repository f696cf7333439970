import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import { gazetteer } from '../../../gazetteer/gazetteer.js';
import { towns } from '../../../gazetteer/town-table.js';
import { cellOf } from '../../../search/set-query.js';

/** Distance from its towns within which a country, with its waters, is assumed to extend (degrees of latitude). */
const REACH_DEGREES = 2;
/** Maximum distance in degrees of longitude, which become shorter towards the poles. */
const MAX_REACH = 6;

/** Number of towns read in one step. */
const STEP_TOWNS = 2_000;

/** Number of towns of each country in each cell of 1 degree. */
export const townsByCell = lazyInSteps(function* (): Generator<void, ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const cells = new Map<number, Map<string, number>>();
  const add = (country: string | null, lat: number, lon: number) => {
    if (country === null) return;
    const cell = cellOf(lat, lon);
    const there = cells.get(cell) ?? new Map<string, number>();
    cells.set(cell, there.set(country, (there.get(country) ?? 0) + 1));
  };
  let count = 0;
  for (const { country, lat, lon } of towns().positions()) {
    add(country, lat, lon);
    count += 1;
    if (count % STEP_TOWNS === 0) yield;
  }
  for (const meaning of gazetteer().matcher.values)
    if (meaning.type === 'place') add(meaning.place.country, meaning.place.lat, meaning.place.lon);
  return cells;
});

const known = new Map<string, ReadonlySet<number>>();

/**
 * Returns the cells of a country: cells with its towns, and cells around them, including the sea, but not cells that
 * have only towns of other countries. Exact to about a degree. Computed from the positions of towns within a
 * millisecond, because the borders of countries are not stored. Undefined for a country without towns.
 */
export function cellsOfCountry(country: string): ReadonlySet<number> | undefined {
  const before = known.get(country);
  if (before !== undefined) return before;
  const cells = new Set<number>();
  for (const [cell, there] of townsByCell()) {
    if (!there.has(country)) continue;
    const [y, x] = [Math.floor(cell / 360), cell % 360];
    const across = Math.min(MAX_REACH, Math.ceil(REACH_DEGREES / Math.cos(((y - 90) * Math.PI) / 180)));
    for (let dy = -REACH_DEGREES; dy <= REACH_DEGREES; dy += 1)
      for (let dx = -across; dx <= across; dx += 1) {
        if (y + dy < 0 || y + dy > 179) continue;
        const near = (y + dy) * 360 + ((x + dx + 360) % 360);
        if (townsByCell().get(near)?.has(country) !== false) cells.add(near);
      }
  }
  if (cells.size === 0) return undefined;
  known.set(country, cells);
  return cells;
}
