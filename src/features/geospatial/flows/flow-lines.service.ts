import { Service } from 'typedi';
import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import type { CrossingsBetween } from '../simulated-vessels.js';
import { builtInFlows } from './built-in-flows.js';
import { Gate } from './gate.js';
import { GateIndex } from './gate-index.js';

/** Knows the lines across which passages are counted. */
@Service()
export class FlowLines {
  readonly index = lazyInSteps(function* () {
    const index = new GateIndex();
    for (const { id, corners } of builtInFlows().values()) {
      index.add({ id, gate: new Gate(corners) });
      yield;
    }
    return index;
  });

  /** Finds crossings of the lines. */
  readonly crossings: CrossingsBetween = (from, to) => this.index().crossings(from, to);
}
