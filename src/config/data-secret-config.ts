import { Environment } from './environment.js';
import { readSecret } from './secret-rules.js';
import type { ServiceConfig } from './service-config.js';

/**
 * The secret that seals the secrets kept in the database. The signing secret is a different one: it is changed when a
 * token leaks, and sealed secrets must stay readable then.
 */
export class DataSecretConfig {
  /** Undefined only outside production; the service then generates a secret and stores it in the data directory. */
  readonly secret?: string;
  /** Earlier secrets: they open what was sealed with them, and seal nothing new. */
  readonly previousSecrets: readonly string[];

  constructor(env: Environment, service: ServiceConfig) {
    const { current, previous } = readSecret(env, service, {
      name: 'SVC_DATA_SECRET',
      meaning: 'Seals the secrets kept in the database: 32 bytes or more, random. Required in production.',
      previousName: 'SVC_DATA_PREVIOUS_SECRETS',
      previousMeaning:
        'Earlier ones, separated by commas: they still open what they sealed. Remove them two days after a change.',
    });
    this.secret = current;
    this.previousSecrets = previous;
  }
}
