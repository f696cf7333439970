import { Service } from 'typedi';
import type { CrossingsBetween } from '../simulated-vessels.js';
import { builtInFlows } from './built-in-flows.js';
import { Gate } from './gate.js';
import { GateIndex } from './gate-index.js';

/** Knows the lines across which passages are counted. */
@Service()
export class FlowLines {
  private known?: GateIndex;

  /** Finds crossings of the lines that every account sees. */
  readonly crossings: CrossingsBetween = (from, to) => this.builtIn().crossings(from, to);

  /** Returns the lines of all flows. */
  async index(): Promise<GateIndex> {
    return this.builtIn();
  }

  private builtIn(): GateIndex {
    this.known ??= new GateIndex(
      [...builtInFlows().values()].map(({ id, corners }) => ({ id, gate: new Gate(corners) })),
    );
    return this.known;
  }
}
