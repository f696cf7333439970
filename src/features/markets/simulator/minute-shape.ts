import { mix, unit } from '../../../simulation/noise.js';

/** How often a price moves: a little less than four times a second, so that each tick can be told at once. */
export const STEP_MS = 300;
export const STEPS = 60_000 / STEP_MS;
export const LAST_STEP = STEPS - 1;

/** Up to here a minute stays about its opening, from `LATE` on about its close. */
const EARLY = STEPS / 4 - 1;
const LATE = (STEPS * 3) / 4;
/** Of a swing, what the other steps reach at most. */
const INNER = 0.8;
const SALT = 64;

/**
 * What happens between the two ends of a minute, for any two ends: first a swing about the one, then a move, then a swing about the other.
 * Each swing comes once to its highest and once to its lowest, so that the range of the minute is known without going through its steps;
 * and as it adds the same multiple of what the legs of a pair swing by, crosses agree in every step.
 */
export class MinuteShape {
  private readonly key: number;
  /** How much of the swing it reaches upwards and downwards, 0.25 to 1. */
  private readonly up: number;
  private readonly down: number;

  constructor(shapeKey: number, day: number, minute: number) {
    this.key = mix(mix(shapeKey, day), minute);
    this.up = 0.25 + 0.75 * unit(this.key, 1);
    this.down = 0.25 + 0.75 * unit(this.key, 2);
  }

  highest(opening: number, closing: number, swing: number): number {
    return Math.max(opening, closing) + (swing > 0 ? swing * this.up : -swing * this.down);
  }

  lowest(opening: number, closing: number, swing: number): number {
    return Math.min(opening, closing) - (swing > 0 ? swing * this.down : -swing * this.up);
  }

  /** @param step from 0, the opening, to `LAST_STEP`, the close */
  at(step: number, opening: number, closing: number, swing: number): number {
    if (step <= 0) return opening;
    if (step >= LAST_STEP) return closing;
    const moved = step <= EARLY ? opening : step >= LATE ? closing : opening + ((closing - opening) * (step - EARLY)) / (LATE - EARLY);
    return moved + swing * this.swingAt(step);
  }

  /** From −`down` to `up`. */
  private swingAt(step: number): number {
    if (step === this.turn(0) || step === LATE + this.turn(2)) return this.up;
    if (step === this.turn(1) || step === LATE + this.turn(3)) return -this.down;
    return INNER * (unit(this.key, SALT + step) * (this.up + this.down) - this.down);
  }

  /** A step within the first quarter of a minute, odd for the highest and even for the lowest. */
  private turn(which: number): number {
    return 1 + (which % 2) + 2 * (mix(this.key, 3 + which) % (STEPS / 8 - 1));
  }
}
