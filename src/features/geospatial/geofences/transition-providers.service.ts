import { Service } from 'typedi';
import { ObjectProviders } from '../history/objects/object-providers.service.js';
import { layers } from '../layer.js';
import type { Transition } from './transition.js';

/** A transition with the provider of the object's latest report. */
export type SourcedTransition = Transition & { provider: string };

/** Adds to each transition the provider of the object's latest report. */
@Service()
export class TransitionProviders {
  constructor(private readonly providers: ObjectProviders) {}

  /** Returns the transitions in the same order, with their providers. */
  async add<One extends Transition>(transitions: readonly One[]): Promise<Array<One & { provider: string }>> {
    const found = { vessels: new Map<number, string>(), aircraft: new Map<number, string>() };
    for (const layer of layers) {
      const keys = new Set(transitions.flatMap((one) => (one.layer === layer ? [one.key] : [])));
      if (keys.size > 0) found[layer] = await this.providers.of(layer, [...keys]);
    }
    return transitions.map((one) => ({ ...one, provider: found[one.layer].get(one.key) as string }));
  }
}
