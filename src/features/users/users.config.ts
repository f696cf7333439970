import type { Environment } from '../../config/environment.js';

/** Limits of sharing. */
export class UsersConfig {
  /** Maximum number of grants that an account gives. */
  readonly grants: number;

  constructor(env: Environment) {
    this.grants = env.integer('SVC_GRANT_LIMIT', 1_000, 1, 100_000, {
      meaning: 'Maximum number of grants that an account gives to others.',
    });
  }
}
