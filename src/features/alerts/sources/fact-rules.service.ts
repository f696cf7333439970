import { Service } from 'typedi';
import { unlessRunning } from '../../../async/unless-running.js';
import { Log } from '../../../logging/log.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { type CompanyValue, MarketsFactsApi } from '../../markets/markets.facts.api.js';
import { groupOfLeaf, isFact, type Leaf } from '../condition.js';
import type { Needs } from '../engine/engine-rule.js';
import { factName, factOfName } from '../engine/figure-source.js';
import type { FigureObservation } from '../engine/observation.js';
import type { LeafProblem, RuleSource } from './rule-sources.js';

/** Interval at which figures are read. They are in memory, and read again after a filing and after each day. */
const INTERVAL_MS = MINUTE_MS;

type Observe = (observation: FigureObservation) => void;

/** Reads the figures of companies that alert rules compare, as the filings published by a moment state them. */
@Service()
export class FactRules implements RuleSource {
  constructor(
    private readonly facts: MarketsFactsApi,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async check(_accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    if (!isFact(leaf)) return [];
    const ofField = this.facts.fieldProblem(leaf.fact);
    if (ofField !== undefined) return [{ pointer: '/fact', detail: ofField }];
    if (groupOfLeaf(leaf) !== undefined) return [];
    const ofSymbol = await this.facts.symbolProblem(leaf.symbol);
    return ofSymbol === undefined ? [] : [{ pointer: '/symbol', detail: ofSymbol }];
  }

  start(needs: () => Needs, observe: Observe): () => void {
    const run = unlessRunning(async () => {
      try {
        for (const observation of await this.current(needs())) observe(observation);
      } catch (error) {
        this.log.warn({ err: error, component: 'alerts' }, 'Figures for alert rules could not be read; retrying.');
      }
    });
    void run();
    return this.timers.every(INTERVAL_MS, () => void run());
  }

  async current({ facts }: Pick<Needs, 'facts'>): Promise<FigureObservation[]> {
    return facts.size === 0 ? [] : (await this.facts.latest([...facts].map(factOfName))).map(observationOf);
  }

  async stored(range: { from: number; to: number }, limit: number, { facts }: Needs): Promise<FigureObservation[]> {
    return (await this.facts.history([...facts].map(factOfName), range, limit)).map(observationOf);
  }
}

const observationOf = ({ symbol, field, value, origin, at }: CompanyValue): FigureObservation => ({
  kind: 'figure',
  figure: factName(symbol, field),
  value,
  details: origin,
  at,
});
