import { Environment } from './environment.js';
import { readSecret } from './secret-rules.js';
import type { ServiceConfig } from './service-config.js';

/**
 * The secret that seals the secrets kept in the database. Not the signing secret: that one is changed when a token
 * leaks, and nothing sealed may be lost by it.
 */
export class DataSecretConfig {
  /** Undefined only outside production: then one is made and kept in the data directory. */
  readonly secret?: string;
  /** Open what they sealed, and seal nothing. */
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
