import type { Environment } from '../../config/environment.js';

/** Limits of portfolios. */
export class PortfoliosConfig {
  /** Maximum number of portfolios per account. */
  readonly portfolios: number;
  /** Maximum number of transactions per portfolio. */
  readonly transactions: number;
  /** Maximum number of corrected exposure mappings per account. */
  readonly exposureMappings: number;

  constructor(env: Environment) {
    this.portfolios = env.integer('SVC_PORTFOLIO_LIMIT', 50, 1, 100_000, {
      meaning: 'Maximum number of portfolios per account.',
    });
    this.transactions = env.integer('SVC_TRANSACTION_LIMIT', 100_000, 1, 1_000_000, {
      meaning: 'Maximum number of transactions per portfolio.',
    });
    this.exposureMappings = env.integer('SVC_EXPOSURE_MAPPING_LIMIT', 500, 1, 10_000, {
      meaning: 'Maximum number of corrected exposure mappings per account.',
    });
  }
}
