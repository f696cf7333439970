import type { Environment } from '../../config/environment.js';

/** Quotas of charts and of relation links. */
export class GraphsConfig {
  /** Maximum number of charts per account. */
  readonly charts: number;

  /** Maximum number of links that an account may draw in its graph of relations. */
  readonly relationLinks: number;

  constructor(env: Environment) {
    this.charts = env.integer('SVC_CHART_LIMIT', 100, 1, 100_000, {
      meaning: 'Maximum number of saved charts per account.',
    });
    this.relationLinks = env.integer('SVC_RELATION_LINK_LIMIT', 1_000, 1, 100_000, {
      meaning: 'Maximum number of own links of the graph of relations per account.',
    });
  }
}
