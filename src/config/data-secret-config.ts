import { Environment } from './environment.js';
import { readSecret } from './secret-rules.js';
import type { ServiceConfig } from './service-config.js';

/**
 * The secret with which secrets in the database are encrypted. The signing secret is a different one: it is changed
 * when a token leaks, and encrypted secrets must then stay readable.
 */
export class DataSecretConfig {
  /**
   * The current secret. May be undefined only outside production; the service then generates one and stores it in the
   * data directory.
   */
  readonly secret?: string;
  /** Earlier secrets, which only decrypt. */
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
