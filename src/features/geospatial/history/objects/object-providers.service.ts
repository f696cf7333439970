import { Service } from 'typedi';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { MovingObjectRepository } from './moving-object.repository.js';

/** Provider of objects whose provider is no longer known. */
export const UNKNOWN_PROVIDER = 'unknown';

/** Finds the providers of vessels and aircraft, so that simulated data is labeled wherever it is returned. */
@Service()
export class ObjectProviders {
  constructor(
    private readonly live: LiveState,
    private readonly objects: MovingObjectRepository,
  ) {}

  /** Returns the provider of the latest report of each object of a layer, by key. */
  async of(layer: Layer, keys: readonly number[]): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (const key of keys) found.set(key, this.live[layer].get(key)?.provider ?? UNKNOWN_PROVIDER);
    const gone = [...found].flatMap(([key, provider]) => (provider === UNKNOWN_PROVIDER ? [key] : []));
    if (gone.length > 0)
      for (const [key, { provider }] of await this.objects.findMany(layer, gone)) found.set(key, provider);
    return found;
  }
}
