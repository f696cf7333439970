import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { unlessRunning } from '../../../async/unless-running.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { GeospatialFleetsApi } from '../../geospatial/geospatial.fleets.api.js';
import { SymbolGroups } from '../../markets/markets.groups.api.js';
import { MarketsScreensApi } from '../../markets/markets.screens.api.js';
import { type GroupParameter, groupOfLeaf, type Leaf } from '../condition.js';
import type { Needs } from '../engine/engine-rule.js';
import type { GroupObservation } from '../engine/observation.js';
import type { LeafProblem, RuleSource } from './rule-sources.js';

/** Interval at which the members of groups are read. */
const INTERVAL_MS = 15 * SECOND_MS;

type Observe = (observation: GroupObservation) => void;

const places: Readonly<Record<GroupParameter, string>> = {
  watchlistId: 'watchlists; see GET /markets/watchlists',
  portfolioId: 'portfolios; see GET /portfolios',
  screenId: 'screens; see GET /markets/screens',
  fleetId: 'fleets or of those granted to you; see GET /geospatial/fleets',
};

/** Reads the members of the groups that alert rules are about, for the account of the rule. */
@Service()
export class RuleGroups implements RuleSource {
  constructor(
    private readonly symbols: SymbolGroups,
    private readonly screens: MarketsScreensApi,
    private readonly fleets: GeospatialFleetsApi,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async check(accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    const group = groupOfLeaf(leaf);
    if (group === undefined || (await this.exists(accountId, group.parameter, group.id))) return [];
    const detail = `is not one of your ${places[group.parameter]}`;
    return [{ pointer: `/${group.parameter === 'fleetId' ? 'entities' : 'symbols'}/${group.parameter}`, detail }];
  }

  start(needs: () => Needs, observe: Observe): () => void {
    const run = unlessRunning(async () => {
      for (const group of needs().groups) {
        const members = await this.members(group);
        if (members !== null) observe(members);
      }
    });
    return this.timers.every(INTERVAL_MS, () => void run());
  }

  /** Returns the members of a group; null if it cannot be read now, so that the next run reads it again. */
  async members(group: string): Promise<GroupObservation | null> {
    try {
      const [accountId = '', parameter, id = ''] = group.split(' ');
      const members = await this.membersOf(accountId, parameter as GroupParameter, id);
      return members === undefined ? null : { kind: 'group', group, members, at: this.clock.now() };
    } catch (error) {
      this.log.warn({ err: error, component: 'alerts', group }, 'Group of alert rules could not be read; retrying.');
      return null;
    }
  }

  private async exists(accountId: string, parameter: GroupParameter, id: string): Promise<boolean> {
    if (parameter === 'screenId') return (await this.screens.find(accountId, id)) !== undefined;
    if (parameter === 'fleetId') return (await this.fleets.membersOf(accountId, id, 'alert rule')) !== undefined;
    return (await this.membersOf(accountId, parameter, id)) !== null;
  }

  /**
   * Returns the keys of the members of a group; null if the account has no such group, undefined while a screen still
   * reads figures.
   */
  private async membersOf(
    accountId: string,
    parameter: GroupParameter,
    id: string,
  ): Promise<readonly string[] | null | undefined> {
    if (parameter === 'fleetId') return (await this.fleets.membersOf(accountId, id)) ?? null;
    if (parameter === 'screenId') return this.metBy(accountId, id);
    const symbols = await this.symbols.symbolsOf(parameter, accountId, id);
    return symbols === undefined ? null : [...new Set(symbols)].map((symbol) => `symbol:${symbol}`);
  }

  private async metBy(accountId: string, id: string): Promise<readonly string[] | null | undefined> {
    const screen = await this.screens.find(accountId, id);
    if (screen === undefined) return null;
    try {
      const { symbols, loading } = await this.screens.membersOf(screen);
      return loading > 0 ? undefined : [...new Set(symbols)].map((symbol) => `symbol:${symbol}`);
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unprocessable')) return null;
      throw error;
    }
  }
}
