import { Service } from 'typedi';
import { lazyInSteps } from '../../../async/lazy-in-steps.js';
import type { CrossingsBetween } from '../simulated-vessels.js';
import { builtInFlows } from './built-in-flows.js';
import { Gate } from './gate.js';
import { type CountedLine, GateIndex } from './gate-index.js';
import { OwnFlows } from './own-flows.records.js';

/** Knows the lines across which passages are counted. */
@Service()
export class FlowLines {
  private own = new Map<string, CountedLine>();

  constructor(private readonly ownFlows: OwnFlows) {}

  readonly index = lazyInSteps(function* () {
    const index = new GateIndex();
    for (const { id, corners } of builtInFlows().values()) {
      index.add({ id, gate: new Gate(corners) });
      yield;
    }
    return index;
  });

  /** Reads the lines of accounts again: adds new ones and removes deleted ones. A failure changes nothing. */
  async refresh(): Promise<void> {
    await this.index.prepare();
    const found = await this.ownFlows.ofAllAccounts();
    // Nothing is awaited from here on, so that calls at the same time add no line twice.
    const [index, known] = [this.index(), this.own];
    this.own = new Map(found.map(({ id, corners }) => [id, known.get(id) ?? { id, gate: new Gate(corners) }]));
    for (const [id, line] of this.own) if (!known.has(id)) index.add(line);
    for (const [id, line] of known) if (!this.own.has(id)) index.remove(line);
  }

  /** Finds crossings of the lines. */
  readonly crossings: CrossingsBetween = (from, to) => this.index().crossings(from, to);
}
