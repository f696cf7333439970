import { Service } from 'typedi';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { MovingObjectRepository } from './moving-object.repository.js';
import type { MovingState } from './stored-state.js';

/** Provider of objects whose provider is no longer known. */
export const UNKNOWN_PROVIDER = 'unknown';

/** The latest known report of a vessel or aircraft. */
export interface ObjectOrigin {
  provider: string;
  /** Name of the vessel or callsign of the aircraft; null if unknown. */
  name: string | null;
}

/** Finds the providers of vessels and aircraft, so that simulated data is labeled wherever it is returned. */
@Service()
export class ObjectProviders {
  constructor(
    private readonly live: LiveState,
    private readonly objects: MovingObjectRepository,
  ) {}

  /** Returns the provider of the latest report of each object of a layer, by key. */
  async of(layer: Layer, keys: readonly number[]): Promise<Map<number, string>> {
    return new Map([...(await this.originsOf(layer, keys))].map(([key, { provider }]) => [key, provider]));
  }

  /** Returns the provider and the name of each object of a layer, by key. */
  async originsOf(layer: Layer, keys: readonly number[]): Promise<Map<number, ObjectOrigin>> {
    const found = new Map<number, ObjectOrigin>();
    for (const key of keys) found.set(key, originOf(this.live[layer].get(key)));
    const gone = [...found].flatMap(([key, { provider }]) => (provider === UNKNOWN_PROVIDER ? [key] : []));
    if (gone.length > 0)
      for (const [key, state] of await this.objects.findMany(layer, gone)) found.set(key, originOf(state));
    return found;
  }
}

function originOf(state: MovingState | undefined): ObjectOrigin {
  if (state === undefined) return { provider: UNKNOWN_PROVIDER, name: null };
  const name = 'shipTypeCode' in state ? state.name : state.callsign;
  return { provider: state.provider, name: name || null };
}
