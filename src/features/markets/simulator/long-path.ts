import { spread, unit } from '../../../simulation/noise.js';

/** Positions after which a path repeats itself. */
const SPAN = 2 ** 21;
/** Over longer stretches (some two years of trading) a path does not spread any further: prices stay about their level. */
const LONGEST = 2 ** 14;
/** A day of trading: below it variance is even. */
const DAY = 32;
/** How unevenly a stretch shares its variance between its halves: each has from 1 − this to 1 + this times the half. */
const UNEVEN = 0.7;
const ACTIVITY = 0x5bd1e995;

/**
 * A random walk that is known at every whole position without walking there: midpoint displacement of a Brownian bridge (Lévy's construction), from the
 * whole span down. Steps have a variance of 1 on average. Each half of a stretch gets a random part of its variance (a multiplicative cascade, as in
 * Mandelbrot, Calvet and Fisher's multifractal model of returns), so that calm and wild days come in clusters and days have fat tails.
 * @param activity key of the variance: paths that share it are wild on the same days
 */
export function longPath(key: number, position: number, activity: number): number {
  const at = ((position % SPAN) + SPAN) % SPAN;
  const shares = activity ^ ACTIVITY;
  let low = 0;
  let high = SPAN;
  let before = 0;
  let after = 0;
  let variance = LONGEST;
  while (low !== at) {
    const length = high - low;
    const middle = low + length / 2;
    const part = length > LONGEST || length <= DAY ? 0.5 : 0.5 + (UNEVEN / 2) * (2 * unit(shares, middle) - 1);
    const value = before + (after - before) * part + Math.sqrt(variance * part * (1 - part)) * spread(key, middle);
    if (at < middle) {
      high = middle;
      after = value;
      if (length <= LONGEST) variance *= part;
    } else {
      low = middle;
      before = value;
      if (length <= LONGEST) variance *= 1 - part;
    }
  }
  return before;
}

/** The variance of the day around a position, 1 on average. */
export function activityAt(position: number, activity: number): number {
  const at = ((position % SPAN) + SPAN) % SPAN;
  const shares = activity ^ ACTIVITY;
  let low = at - (at % LONGEST);
  let variance = 1;
  for (let length = LONGEST; length > DAY; length /= 2) {
    const middle = low + length / 2;
    const part = 0.5 + (UNEVEN / 2) * (2 * unit(shares, middle) - 1);
    if (at < middle) variance *= 2 * part;
    else {
      low = middle;
      variance *= 2 * (1 - part);
    }
  }
  return variance;
}
