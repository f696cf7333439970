import { Service } from 'typedi';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { MovingObjectRepository } from './moving-object.repository.js';

/** Of what nobody remembers any more who told of it. */
export const UNKNOWN_PROVIDER = 'unknown';

/** Who told of ships and aircraft: what is made up is to be known for it wherever it is told on. */
@Service()
export class ObjectProviders {
  constructor(
    private readonly picture: LiveState,
    private readonly objects: MovingObjectRepository,
  ) {}

  /** Of each of so many objects of a layer the source of its latest report. */
  async of(layer: Layer, keys: readonly number[]): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (const key of keys) found.set(key, this.picture[layer].get(key)?.provider ?? UNKNOWN_PROVIDER);
    const gone = [...found].flatMap(([key, provider]) => (provider === UNKNOWN_PROVIDER ? [key] : []));
    if (gone.length > 0) for (const [key, { provider }] of await this.objects.findMany(layer, gone)) found.set(key, provider);
    return found;
  }
}
