import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { Metrics } from '../../../metrics/metrics.js';
import { SECOND_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import type { Alert } from '../alerts/alert.js';
import { AlertRepository } from '../alerts/alert.repository.js';
import { AlertEvents, type AlertNews } from '../alerts/alert-events.service.js';
import { AlertsConfig } from '../alerts.config.js';
import type { AlertTransition } from '../engine/alert-transition.js';
import { AccountLimits } from '../notify/account-limits.service.js';
import type { DeliveryLimits } from '../notify/delivery-policy.js';
import type { AlertRule } from '../rules/rule.js';
import { type AlertBatch, rulesIn } from './alert-batch.js';
import { fold } from './apply-transition.js';
import { EvaluationRepository } from './evaluation.repository.js';

/** Changes that writing a batch made to the rules themselves. */
export interface Written {
  /** New versions of one-shot rules that were disarmed, by id. */
  versions: ReadonlyMap<string, number>;
  /** Rules whose changes the database rejected, with the error of each. */
  rejected: ReadonlyMap<string, unknown>;
}

export interface WriteOptions {
  /** Term of the evaluation that made the batch. */
  term: string;
  now: Date;
  /**
   * Returns true if only the rule whose changes failed with this error is left out. Undefined: any error prevents the
   * whole batch.
   */
  isRejection?: (error: unknown) => boolean;
}

type Changes = Pick<AlertBatch, 'transitions' | 'states'>;

/** Upper bounds of the histogram's buckets in seconds. */
const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60];

/**
 * Writes alerts, their events, the states of their rules and the position in the event log in one transaction, so that
 * a crash cannot leave only some of them. Writes nothing once another process has taken over.
 */
@Service()
export class AlertWriter {
  private readonly delays;

  constructor(
    private readonly evaluation: EvaluationRepository,
    private readonly alerts: AlertRepository,
    private readonly events: AlertEvents,
    private readonly limits: AccountLimits,
    private readonly geospatial: GeospatialApi,
    private readonly database: Database,
    private readonly config: AlertsConfig,
    metrics: Metrics,
  ) {
    const help = 'Time from the moment at which a rule changed its state to the moment at which that was stored.';
    this.delays = metrics.histogram('watchfloor_alert_delay_seconds', help, DELAY_BUCKETS);
  }

  /**
   * Writes a batch completely or not at all; with `isRejection`, rules that the database rejects are left out. A batch
   * that was written before is not written again.
   * @returns `superseded` if another process has taken over
   */
  async write(batch: AlertBatch, { term, now, isRejection }: WriteOptions): Promise<Written | 'superseded'> {
    const written = await this.database.transaction(async (): Promise<Written | 'superseded'> => {
      const held = await this.evaluation.hold(term);
      if (held === false) return 'superseded';
      if (held.batch === batch.id) return { versions: new Map(), rejected: new Map() };
      const rules = await this.evaluation.holdRules(rulesIn(batch));
      const result = isRejection
        ? await this.writeByRule(batch, rules, now, isRejection)
        : { versions: await this.writeChanges(batch, rules, now), rejected: new Map() };
      await this.evaluation.advance(batch.position, batch.id, now);
      return result;
    });
    if (written !== 'superseded')
      for (const { at, ruleId } of batch.transitions)
        if (!written.rejected.has(ruleId)) this.delays.observe(Math.max(0, now.getTime() - at) / SECOND_MS);
    return written;
  }

  /** Writes the changes of each rule in its own savepoint of the caller's transaction. */
  private async writeByRule(
    batch: AlertBatch,
    rules: ReadonlyMap<string, AlertRule>,
    now: Date,
    isRejection: (error: unknown) => boolean,
  ): Promise<Written> {
    const versions = new Map<string, number>();
    const rejected = new Map<string, unknown>();
    for (const ruleId of rulesIn(batch))
      try {
        const part = partOf(batch, ruleId);
        const changed = await this.database.transaction(() => this.writeChanges(part, rules, now));
        for (const [id, version] of changed) versions.set(id, version);
      } catch (error) {
        if (!isRejection(error)) throw error;
        rejected.set(ruleId, error);
      }
    return { versions, rejected };
  }

  /** Writes alerts, their events and the states of rules. @returns the new versions of disarmed rules, by id */
  private async writeChanges(
    { transitions, states }: Changes,
    rules: ReadonlyMap<string, AlertRule>,
    now: Date,
  ): Promise<Map<string, number>> {
    await this.writeAlerts(transitions, rules, now);
    await this.evaluation.saveStates(states, rules, now);
    const fired = transitions.filter(
      ({ to, ruleId }) => to === 'firing' && states.get(ruleId)?.state.isDisarmed === true,
    );
    return this.evaluation.disarm([...new Set(fired.map(({ ruleId }) => ruleId))], now);
  }

  private async writeAlerts(
    transitions: readonly AlertTransition[],
    rules: ReadonlyMap<string, AlertRule>,
    now: Date,
  ): Promise<void> {
    // The alerts of a rule that was disabled or deleted meanwhile were already resolved by that request.
    const current = transitions.filter(({ ruleId }) => rules.has(ruleId));
    if (current.length === 0) return;
    const stored = await this.alerts.holdCrossings(distinct(current));
    const states = new Map<string, Alert | undefined>(stored.map((alert) => [nameOf(alert), alert]));
    const accountIds = [...new Set(current.map(({ accountId }) => accountId))];
    const limits = await this.limits.at(accountIds, now);
    const groups = await this.evaluation.openGroups(accountIds, new Date(now.getTime() - this.config.groupMs));
    const news: AlertNews[] = [];
    const changed = new Set<string>();
    for (const transition of current) {
      const { accountId, ruleId } = transition;
      const rule = rules.get(ruleId) as AlertRule;
      const name = nameOf(transition);
      const groupId = (this.config.groupMs > 0 && groups.get(accountId)) || uuidV7();
      const context = { rule, limits: limits.get(accountId) as DeliveryLimits, entities: this.entities, groupId, now };
      const folded = fold(states.get(name), transition, context);
      if (folded === undefined) continue;
      const { alert, published } = folded;
      if (alert?.groupId === groupId) groups.set(accountId, groupId);
      states.set(name, alert);
      changed.add(name);
      if (published !== undefined && alert !== undefined)
        news.push({ alert, ...published, endpointIds: rule.endpointIds, at: new Date(transition.at) });
    }
    const kept = [...changed].flatMap((name) => states.get(name) ?? []);
    await this.alerts.removeAll(
      stored
        .filter((alert) => changed.has(nameOf(alert)) && states.get(nameOf(alert)) === undefined)
        .map(({ id }) => id),
    );
    await this.alerts.save(kept);
    await this.events.publish(news);
  }

  private readonly entities = {
    find: (entity: string) => {
      const found = this.geospatial.find(entity);
      if (found === undefined) return undefined;
      return { name: 'name' in found ? found.name : found.callsign, position: found.position };
    },
  };
}

const nameOf = ({ ruleId, key, crossing }: Pick<Alert, 'ruleId' | 'key' | 'crossing'>) =>
  `${ruleId} ${crossing} ${key}`;

const distinct = (transitions: readonly AlertTransition[]): AlertTransition[] => [
  ...new Map(transitions.map((one) => [nameOf(one), one])).values(),
];

function partOf({ transitions, states }: Changes, ruleId: string): Changes {
  const state = states.get(ruleId);
  return {
    transitions: transitions.filter((transition) => transition.ruleId === ruleId),
    states: new Map(state === undefined ? [] : [[ruleId, state]]),
  };
}
