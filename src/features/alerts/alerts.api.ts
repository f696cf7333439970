import { Service } from 'typedi';
import type { Alert } from './alerts/alert.js';
import { AlertsService } from './alerts/alerts.service.js';

export type { Needs as RuleNeeds } from './engine/engine-rule.js';
export type { Observation } from './engine/observation.js';
export { type LeafProblem, type ProvidedLeaf, type RuleSource, RuleSources } from './sources/rule-sources.js';

/** An alert as other features see it. */
export interface AccountAlert {
  id: string;
  title: string;
  symbols: readonly string[];
  /** Entities such as `vessel:219024336`. */
  entities: readonly string[];
  /** Ids of portfolios that the conditions of its rule name. */
  portfolios: readonly string[];
}

/** Lets other features read the alerts of an account. */
@Service()
export class AlertsApi {
  constructor(private readonly alerts: AlertsService) {}

  /** Alerts that are not resolved, the latest first. */
  async open(accountId: string, limit: number): Promise<AccountAlert[]> {
    const found = await this.alerts.list(accountId, { state: ['pending', 'firing', 'acknowledged', 'snoozed'] }, limit);
    return found.map(accountAlert);
  }

  /** Returns one alert of an account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<AccountAlert> {
    return accountAlert(await this.alerts.get(accountId, id));
  }
}

function accountAlert({ id, title, symbols, entities, explanation }: Alert): AccountAlert {
  const records = explanation.flatMap((reading) => reading.records);
  const portfolios = records.filter(({ type }) => type === 'portfolio').map((record) => record.id);
  return { id, title, symbols, entities, portfolios: [...new Set(portfolios)] };
}
