import { Service } from 'typedi';
import { lazy } from '../../../async/lazy.js';
import type { CrossingsBetween } from '../simulated-vessels.js';
import { builtInFlows } from './built-in-flows.js';
import { Gate } from './gate.js';
import { GateIndex } from './gate-index.js';

/** Knows the lines across which passages are counted. */
@Service()
export class FlowLines {
  readonly index = lazy(
    () => new GateIndex([...builtInFlows().values()].map(({ id, corners }) => ({ id, gate: new Gate(corners) }))),
  );

  /** Finds crossings of the lines. */
  readonly crossings: CrossingsBetween = (from, to) => this.index().crossings(from, to);
}
