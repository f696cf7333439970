import { spread, unit } from '../../../simulation/noise.js';

/** The period of a path, in positions. */
const PERIOD = 2 ** 21;
/** The variance does not grow over longer ranges (about two years of trading), so that prices stay near their level. */
const MAX_SPREAD = 2 ** 14;
/** A trading day, within which variance is uniform. */
const DAY = 32;
/** How unevenly variance is split between halves: each has from 1 − this to 1 + this times the half. */
const MAX_SKEW = 0.7;
const ACTIVITY = 0x5bd1e995;

/**
 * Returns the value of a random walk at any position without walking there: midpoint displacement of a Brownian bridge (Lévy's construction) over the whole
 * period. Steps have a variance of 1 on average. Each half of a range gets a random part of its variance (a multiplicative cascade, as in Mandelbrot,
 * Calvet and Fisher's multifractal model of returns), so that volatile days cluster and returns have fat tails.
 * @param activity key of the variance: paths that share it are volatile on the same days
 */
export function longPath(key: number, position: number, activity: number): number {
  const at = ((position % PERIOD) + PERIOD) % PERIOD;
  const shares = activity ^ ACTIVITY;
  let low = 0;
  let high = PERIOD;
  let before = 0;
  let after = 0;
  let variance = MAX_SPREAD;
  while (low !== at) {
    const length = high - low;
    const middle = low + length / 2;
    const part = length > MAX_SPREAD || length <= DAY ? 0.5 : 0.5 + (MAX_SKEW / 2) * (2 * unit(shares, middle) - 1);
    const value = before + (after - before) * part + Math.sqrt(variance * part * (1 - part)) * spread(key, middle);
    if (at < middle) {
      high = middle;
      after = value;
      if (length <= MAX_SPREAD) variance *= part;
    } else {
      low = middle;
      before = value;
      if (length <= MAX_SPREAD) variance *= 1 - part;
    }
  }
  return before;
}

/** Returns the variance of the day around a position, 1 on average. */
export function activityAt(position: number, activity: number): number {
  const at = ((position % PERIOD) + PERIOD) % PERIOD;
  const shares = activity ^ ACTIVITY;
  let low = at - (at % MAX_SPREAD);
  let variance = 1;
  for (let length = MAX_SPREAD; length > DAY; length /= 2) {
    const middle = low + length / 2;
    const part = 0.5 + (MAX_SKEW / 2) * (2 * unit(shares, middle) - 1);
    if (at < middle) variance *= 2 * part;
    else {
      low = middle;
      variance *= 2 * (1 - part);
    }
  }
  return variance;
}
