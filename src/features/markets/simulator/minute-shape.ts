import { mix, unit } from '../../../simulation/noise.js';

/** The time between price changes: slightly less than four a second, so that each tick can be sent immediately. */
export const STEP_MS = 300;
export const STEPS = 60_000 / STEP_MS;
export const LAST_STEP = STEPS - 1;

/** Until EARLY a minute stays near its open, from LATE on near its close. */
const EARLY = STEPS / 4 - 1;
const LATE = (STEPS * 3) / 4;
/** The maximum part of a swing that the other steps reach. */
const INNER = 0.8;
const SALT = 64;

/**
 * The price within a minute, for any open and close: a swing around the open, a move, a swing around the close. Each swing reaches its highest and its
 * lowest value exactly once, so the range of the minute is known without its steps; and since it adds the same multiple of each leg's swing, currency
 * crosses agree at every step.
 */
export class MinuteShape {
  private readonly key: number;
  /** The share of the swing that it reaches up and down, 0.25 to 1. */
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

  /** Returns a value from −`down` to `up`. */
  private swingAt(step: number): number {
    if (step === this.turn(0) || step === LATE + this.turn(2)) return this.up;
    if (step === this.turn(1) || step === LATE + this.turn(3)) return -this.down;
    return INNER * (unit(this.key, SALT + step) * (this.up + this.down) - this.down);
  }

  /** Returns a step in the first quarter of a minute, odd for the highest and even for the lowest value. */
  private turn(which: number): number {
    return 1 + (which % 2) + 2 * (mix(this.key, 3 + which) % (STEPS / 8 - 1));
  }
}
