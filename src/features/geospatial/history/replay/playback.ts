import type { Layer } from '../../layer.js';
import type { Fix, TrackPoint } from '../../track-point.js';
import { type PositionAt, positionAt } from '../position-at.js';

/** Maximum number of frames of one replay. */
export const MAX_FRAMES = 1_500;
/** Maximum number of objects of a layer in one frame. */
export const MAX_OBJECTS_PER_FRAME = 5_000;

interface Followed {
  before: Fix;
  /** Points after `before` that have already been read, oldest first. */
  ahead: Fix[];
}

/** Plays the tracks of many objects: takes points in time order and returns all positions at successive moments. */
export class Playback {
  private readonly objects: Record<Layer, Map<number, Followed>> = { vessels: new Map(), aircraft: new Map() };

  /** @param idleTimeoutMs time without a point after which an object of a layer is removed */
  constructor(private readonly idleTimeoutMs: Readonly<Record<Layer, number>>) {}

  /** Adds a point; a point that is not later than the object's previous points is ignored. */
  add({ layer, key, ...fix }: TrackPoint): void {
    const known = this.objects[layer].get(key);
    if (known === undefined) this.objects[layer].set(key, { before: fix, ahead: [] });
    else if (fix.observedAt > (known.ahead.at(-1) ?? known.before).observedAt) known.ahead.push(fix);
  }

  /** Yields the positions of the objects of a layer at a moment, which must not be before the previous one. */
  *places(layer: Layer, at: number): Generator<PositionAt> {
    const silence = this.idleTimeoutMs[layer];
    for (const [key, object] of this.objects[layer]) {
      const passed = object.ahead.findIndex(({ observedAt }) => observedAt > at);
      const count = passed === -1 ? object.ahead.length : passed;
      if (count > 0) object.before = object.ahead.splice(0, count).at(-1) as Fix;
      const { before, ahead } = object;
      if (before.observedAt > at) continue;
      if (at - before.observedAt <= silence) yield positionAt(key, before, ahead[0], at, silence);
      else if (ahead.length === 0) this.objects[layer].delete(key);
    }
  }
}
