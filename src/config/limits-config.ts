import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

/** Ceilings: per account on what needs a token, per address on what does not. */
export class LimitsConfig {
  /** Requests an account may make in a window; an operator can set another ceiling for one account. */
  readonly rateLimit: number;
  readonly rateWindowMs: number;
  /** Requests of one account that may run at the same time. */
  readonly concurrency: number;
  /** Streams of one account that may be open at the same time, over all processes when they share a Redis. */
  readonly streamsPerAccount: number;
  /** Sign-ins an address may try in a minute. */
  readonly signInsPerMinute: number;
  /** Accounts an address may register in an hour. */
  readonly registrationsPerHour: number;
  /** Subscriptions an account may have. */
  readonly subscriptions: number;
  /** Webhook endpoints an account may have. */
  readonly webhookEndpoints: number;

  constructor(env: Environment, service: ServiceConfig) {
    this.rateLimit = env.integer('SVC_RATE_LIMIT', 600, 1, 1_000_000, { meaning: 'Requests an account may make in a window.' });
    this.rateWindowMs = env.integer('SVC_RATE_WINDOW_SECONDS', 60, 1, 86_400, { meaning: 'Length of the window in seconds.' }) * 1000;
    this.concurrency = env.integer('SVC_CONCURRENCY', 20, 1, 10_000, { meaning: 'Requests of one account that may run at the same time.' });
    this.webhookEndpoints = env.integer('SVC_WEBHOOK_ENDPOINT_LIMIT', 20, 1, 10_000, { meaning: 'Webhook endpoints an account may have.' });
    this.streamsPerAccount = env.integer('SVC_STREAMS_PER_ACCOUNT', 5, 1, 10_000, { meaning: 'Streams of one account that may be open at the same time.' });
    this.signInsPerMinute = env.integer('SVC_SIGN_IN_LIMIT', service.production ? 10 : 300, 1, 1_000_000, {
      meaning: 'Sign-ins one address may try in a minute.',
      defaultText: '`10` in production, `300` in development',
    });
    this.registrationsPerHour = env.integer('SVC_REGISTRATION_LIMIT', service.production ? 5 : 1000, 1, 1_000_000, {
      meaning: 'Accounts one address may register in an hour.',
      defaultText: '`5` in production, `1000` in development',
    });
    this.subscriptions = env.integer('SVC_SUBSCRIPTION_LIMIT', 100, 1, 1_000_000, { meaning: 'Subscriptions an account may have.' });
  }
}
