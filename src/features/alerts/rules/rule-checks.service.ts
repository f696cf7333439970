import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { EventCatalog } from '../../../events/event-catalog.js';
import { Clock } from '../../../time/clock.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { SubscriptionsApi } from '../../subscriptions/subscriptions.api.js';
import {
  type Condition,
  groupOfLeaf,
  isExpression,
  isFact,
  isLogCount,
  isOfScreen,
  type Leaf,
  type LogCountLeaf,
} from '../condition.js';
import { type LeafProblem, type ProvidedLeaf, providedLeaves, RuleSources } from '../sources/rule-sources.js';
import { conditionProblems } from './condition-problems.js';
import type { RuleSettings } from './rule.js';

/** Names of the objects that a condition refers to, such as geofences, by id. */
export type Names = ReadonlyMap<string, string>;

export interface CheckedCondition {
  problems: FieldProblem[];
  /** Names of the objects that the condition refers to, by id; undefined if the condition itself is invalid. */
  names?: Names;
}

/** Checks that a rule can be evaluated: its condition, and everything that its leaves refer to. */
@Service()
export class RuleChecks {
  constructor(
    private readonly markets: MarketsApi,
    private readonly geospatial: GeospatialApi,
    private readonly feeds: FeedRegistry,
    private readonly sources: RuleSources,
    private readonly subscriptions: SubscriptionsApi,
    private readonly catalog: EventCatalog,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a rule before it is stored.
   * @param changes checks only the fields in it; default: all fields
   * @throws Problem `unprocessable` with pointers into the body, or `unavailable` if a provider that may know a symbol
   * does not respond
   */
  async demand(
    accountId: string,
    settings: RuleSettings,
    changes: { [field: string]: unknown } = { ...settings },
  ): Promise<void> {
    const problems = changes.condition === undefined ? [] : (await this.check(accountId, settings.condition)).problems;
    if (changes.endpointIds !== undefined)
      problems.push(...(await this.endpointProblems(accountId, settings.endpointIds)));
    if (changes.expiresAt != null && settings.expiresAt !== null && settings.expiresAt.getTime() <= this.clock.now())
      problems.push({ pointer: '/expiresAt', detail: 'must be in the future' });
    if (problems.length > 0)
      throw new Problem('unprocessable', {
        detail: 'The rule cannot be evaluated as it is; see errors.',
        errors: problems,
      });
  }

  /** Returns the problems of an account's condition, and the names of the objects that it refers to. */
  async check(accountId: string, condition: Condition): Promise<CheckedCondition> {
    const problems = conditionProblems(condition, '/condition');
    if (problems.length > 0) return { problems };
    const names = new Map<string, string>();
    for (const { condition: leaf, pointer } of leavesOf(condition)) {
      const found = await this.leafProblems(accountId, leaf, names);
      problems.push(...found.map((one) => ({ pointer: `/condition${pointer}${one.pointer}`, detail: one.detail })));
    }
    return { problems, names };
  }

  private async leafProblems(accountId: string, leaf: Leaf, names: Map<string, string>): Promise<LeafProblem[]> {
    if (groupOfLeaf(leaf) === undefined) return this.singleProblems(accountId, leaf, names);
    const problems = await this.providedProblems(accountId, leaf, 'group');
    return leaf.type === 'geofence' || isFact(leaf) || isExpression(leaf)
      ? [...problems, ...(await this.singleProblems(accountId, leaf, names))]
      : problems;
  }

  private async singleProblems(accountId: string, leaf: Leaf, names: Map<string, string>): Promise<LeafProblem[]> {
    if (isFact(leaf)) return this.providedProblems(accountId, leaf, 'fact');
    if (isExpression(leaf)) return this.providedProblems(accountId, leaf, 'expression');
    if (isOfScreen(leaf)) return this.providedProblems(accountId, leaf, 'screen');
    if ((providedLeaves as readonly string[]).includes(leaf.type))
      return this.providedProblems(accountId, leaf, leaf.type as ProvidedLeaf);
    if (leaf.type === 'geofence') return this.fenceProblems(accountId, leaf.geofenceId, names);
    if (leaf.type === 'feed_stale') return this.feedProblems(leaf.feed);
    if (isLogCount(leaf)) return this.typeProblems(leaf);
    if (leaf.type === 'event_near' && leaf.portfolioId !== undefined)
      return this.providedProblems(accountId, leaf, 'portfolio');
    if ('symbol' in leaf && leaf.symbol !== undefined) return this.symbolProblems(leaf.symbol);
    return [];
  }

  private async symbolProblems(symbol: string): Promise<LeafProblem[]> {
    return absent(this.markets.instrument(symbol), {
      pointer: '/symbol',
      detail: 'is unknown to the configured providers; find symbols with GET /markets/search',
    });
  }

  private async fenceProblems(accountId: string, id: string, names: Map<string, string>): Promise<LeafProblem[]> {
    const found = this.geospatial.geofence(accountId, id).then(({ name }) => names.set(id, name));
    return absent(found, {
      pointer: '/geofenceId',
      detail: 'is not one of your geofences; see GET /geospatial/geofences',
    });
  }

  private typeProblems({ loggedEventTypes }: LogCountLeaf): LeafProblem[] {
    return loggedEventTypes.flatMap((pattern, index) =>
      this.catalog.matching(pattern).length > 0
        ? []
        : [{ pointer: `/loggedEventTypes/${index}`, detail: 'matches no type of GET /subscriptions/event-types' }],
    );
  }

  private feedProblems(feed: string): LeafProblem[] {
    return this.feeds.list().some((one) => one.feed === feed)
      ? []
      : [{ pointer: '/feed', detail: 'is not one of the feeds of GET /health/feeds' }];
  }

  private async providedProblems(accountId: string, leaf: Leaf, type: ProvidedLeaf): Promise<LeafProblem[]> {
    const source = this.sources.find(type);
    if (source !== undefined) return source.check(accountId, leaf);
    const pointer = leaf.type === 'event_near' ? '/portfolioId' : '/type';
    return [{ pointer, detail: `cannot be used: this service has no source of ${type} conditions` }];
  }

  private async endpointProblems(accountId: string, endpointIds: readonly string[]): Promise<FieldProblem[]> {
    const own = await this.subscriptions.ownEndpoints(accountId, endpointIds);
    return endpointIds.flatMap((id, index) =>
      own.has(id)
        ? []
        : [{ pointer: `/endpointIds/${index}`, detail: 'is not one of your endpoints; see GET /webhooks/endpoints' }],
    );
  }
}

/** Returns the problem if the looked-up object does not exist. @throws other errors of the look-up */
async function absent(looking: Promise<unknown>, problem: LeafProblem): Promise<LeafProblem[]> {
  try {
    await looking;
    return [];
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return [problem];
    throw error;
  }
}
