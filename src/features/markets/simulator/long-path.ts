import { spread } from '../../../noise.js';

/** Positions after which a path repeats itself. */
const SPAN = 2 ** 21;
/** Over longer stretches (some two years of trading) a path does not spread any further: prices stay about their level. */
const LONGEST = 2 ** 14;

const displacements = Array.from({ length: 21 }, (_, level) => Math.sqrt(Math.min(SPAN / 2 ** level, LONGEST)) / 2);

/**
 * A random walk that is known at every whole position without walking there: midpoint displacement of a Brownian bridge (Lévy's
 * construction), from the whole span down. Steps have a variance of about 1.
 */
export function longPath(key: number, position: number): number {
  const at = ((position % SPAN) + SPAN) % SPAN;
  let low = 0;
  let high = SPAN;
  let before = 0;
  let after = 0;
  for (let level = 0; low !== at; level += 1) {
    const middle = (low + high) / 2;
    const value = (before + after) / 2 + (displacements[level] as number) * spread(key, middle);
    if (at < middle) {
      high = middle;
      after = value;
    } else {
      low = middle;
      before = value;
    }
  }
  return before;
}
