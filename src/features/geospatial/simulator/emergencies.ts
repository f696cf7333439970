import { keyOf, mix, unit } from '../../../simulation/noise.js';

/** In each stretch of so long one aircraft has an emergency. */
const EVERY_MS = 2 * 3_600_000;
const LASTS_MS = 20 * 60_000;

/** Which aircraft squawks 7700, and when: one at a time, that is in the air from the beginning to the end of it. */
export class Emergencies {
  private readonly slots = new Map<number, { index: number; from: number }>();

  constructor(
    private readonly seed: number,
    private readonly count: number,
    private readonly isFlying: (index: number, now: number) => boolean,
  ) {}

  isOne(index: number, now: number): boolean {
    const slot = Math.floor(now / EVERY_MS);
    const known = this.slots.get(slot) ?? this.find(slot);
    return known.index === index && now >= known.from && now < known.from + LASTS_MS;
  }

  private find(slot: number): { index: number; from: number } {
    const key = keyOf(this.seed, `emergency ${slot}`);
    const from = Math.floor(slot * EVERY_MS + unit(key, 0) * (EVERY_MS - LASTS_MS));
    const candidates = Array.from({ length: 50 }, (_, at) => mix(key, 1 + at) % this.count);
    const index = candidates.find((one) => this.isFlying(one, from) && this.isFlying(one, from + LASTS_MS)) ?? -1;
    const found = { index, from };
    if (this.slots.size > 100) this.slots.clear();
    this.slots.set(slot, found);
    return found;
  }
}
