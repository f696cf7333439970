import { Service } from 'typedi';
import { type ObjectOrigin, ObjectProviders } from '../history/objects/object-providers.service.js';
import { layers } from '../layer.js';
import type { Transition } from './transition.js';

/** A transition with the provider and the name of the object. */
export type SourcedTransition = Transition & ObjectOrigin;

/** Adds to each transition the provider of the object's latest report, and the object's name. */
@Service()
export class TransitionProviders {
  constructor(private readonly providers: ObjectProviders) {}

  /** Returns the transitions in the same order, with their providers and names. */
  async add<One extends Transition>(transitions: readonly One[]): Promise<Array<One & ObjectOrigin>> {
    const found = { vessels: new Map<number, ObjectOrigin>(), aircraft: new Map<number, ObjectOrigin>() };
    for (const layer of layers) {
      const keys = new Set(transitions.flatMap((one) => (one.layer === layer ? [one.key] : [])));
      if (keys.size > 0) found[layer] = await this.providers.originsOf(layer, [...keys]);
    }
    return transitions.map((one) => ({ ...one, ...(found[one.layer].get(one.key) as ObjectOrigin) }));
  }
}
