import { SECOND_MS } from '../time/durations.js';
import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';
import type { Setting } from './setting.js';

/** Limits: per account for requests with a token, per address for requests without one. */
export class LimitsConfig {
  /** Threads that draw images and compare instruments. */
  readonly heavyThreads: number;
  /** Maximum number of images and comparisons that wait for a thread. */
  readonly heavyQueue: number;
  /** Streams of one account that may be open at the same time, over all processes when they share a Redis. */
  readonly streamsPerAccount: number;
  /** Maximum number of personal keys per account. */
  readonly personalKeys: number;
  /** Sign-ins, and exchanges of personal keys, an address may try in a minute. */
  readonly signInsPerMinute: number;
  /** Accounts an address may register in an hour. */
  readonly registrationsPerHour: number;
  /** Views of what accounts share at public addresses that an address may request in a minute. */
  readonly sharedViewsPerMinute: number;
  /** Maximum number of subscriptions per account. */
  readonly subscriptions: number;
  /** Maximum number of webhook endpoints per account. */
  readonly webhookEndpoints: number;
  /** The fraction (0.01 to 1) of the remaining calls to a vendor that one account may cause. */
  readonly upstreamShare: number;
  /** Test deliveries an account may ask for in a minute. */
  readonly webhookTestsPerMinute: number;
  /** Test deliveries an account may ask for in a minute to one endpoint. */
  readonly webhookTestsPerMinuteOfEndpoint: number;
  private readonly rateLimitSetting: Setting<number>;
  private readonly rateWindowSetting: Setting<number>;
  private readonly concurrencySetting: Setting<number>;
  private readonly processConcurrencySetting: Setting<number>;
  private readonly leastProcessConcurrency: number;

  constructor(env: Environment, service: ServiceConfig) {
    this.rateLimitSetting = env.integerSetting('SVC_RATE_LIMIT', 600, 1, 1_000_000, {
      meaning: 'Requests an account may make in a window.',
      setting: 'rateLimit',
    });
    this.rateWindowSetting = env.integerSetting('SVC_RATE_WINDOW_SECONDS', 60, 1, 86_400, {
      meaning: 'Length of the window in seconds.',
      setting: 'rateWindowSeconds',
    });
    this.concurrencySetting = env.integerSetting('SVC_CONCURRENCY', 20, 1, 10_000, {
      meaning: 'Maximum number of concurrent requests of one account.',
      setting: 'accountConcurrencyLimit',
    });
    this.processConcurrencySetting = env.integerSetting('SVC_PROCESS_CONCURRENCY', 1_000, 8, 10_000, {
      setting: 'processConcurrencyLimit',
      meaning:
        'Requests of all accounts that may run at the same time in this process; it takes fewer while answers ' +
        'come late.',
    });
    this.leastProcessConcurrency = env.integer('SVC_MIN_PROCESS_CONCURRENCY', 8, 1, 10_000, {
      meaning: 'Requests of all accounts that may run at the same time in this process however late answers come.',
    });
    this.heavyThreads = env.integer('SVC_HEAVY_THREADS', 1, 1, 16, {
      meaning: 'Threads that draw images and compare instruments.',
    });
    this.heavyQueue = env.integer('SVC_HEAVY_QUEUE', 32, 2, 1_000, {
      meaning: 'Maximum number of images and comparisons that wait for a thread.',
    });
    this.webhookEndpoints = env.integer('SVC_WEBHOOK_ENDPOINT_LIMIT', 20, 1, 10_000, {
      meaning: 'Maximum number of webhook endpoints per account.',
    });
    const percent = env.integer('SVC_UPSTREAM_SHARE_PERCENT', 50, 1, 100, {
      meaning: "How much of what is left of a vendor's calls one account may cause, in per cent; `100` for no limit.",
    });
    this.upstreamShare = percent / 100;
    this.webhookTestsPerMinute = env.integer('SVC_WEBHOOK_TEST_LIMIT', 30, 1, 10_000, {
      meaning: 'Test deliveries an account may request in a minute.',
    });
    this.webhookTestsPerMinuteOfEndpoint = env.integer('SVC_WEBHOOK_ENDPOINT_TEST_LIMIT', 10, 1, 10_000, {
      meaning: 'Test deliveries an account may request in a minute to one endpoint.',
    });
    this.streamsPerAccount = env.integer('SVC_STREAMS_PER_ACCOUNT', 5, 1, 10_000, {
      meaning: 'Maximum number of open streams of one account.',
    });
    this.signInsPerMinute = env.integer('SVC_SIGN_IN_LIMIT', service.production ? 10 : 300, 1, 1_000_000, {
      meaning: 'Sign-in attempts, and exchanges of personal keys, per address and minute.',
      defaultText: '`10` in production, `300` in development',
    });
    this.registrationsPerHour = env.integer('SVC_REGISTRATION_LIMIT', service.production ? 5 : 1000, 1, 1_000_000, {
      meaning: 'Registrations per address and hour.',
      defaultText: '`5` in production, `1000` in development',
    });
    this.sharedViewsPerMinute = env.integer('SVC_SHARED_VIEW_LIMIT', 120, 1, 1_000_000, {
      meaning: 'Views of shared charts per address and minute.',
    });
    this.personalKeys = env.integer('SVC_KEY_LIMIT', 20, 1, 10_000, {
      meaning: 'Maximum number of personal keys per account.',
    });
    this.subscriptions = env.integer('SVC_SUBSCRIPTION_LIMIT', 100, 1, 1_000_000, {
      meaning: 'Maximum number of subscriptions per account.',
    });
  }

  /** Requests an account may make in a window; an operator can set another ceiling for one account. */
  get rateLimit(): number {
    return this.rateLimitSetting.value;
  }

  get rateWindowMs(): number {
    return this.rateWindowSetting.value * SECOND_MS;
  }

  /** Requests of one account that may run at the same time. */
  get concurrency(): number {
    return this.concurrencySetting.value;
  }

  /** Requests of all accounts that may run at the same time, however quickly they are answered. */
  get processConcurrency(): number {
    return this.processConcurrencySetting.value;
  }

  /** Requests that may run at the same time however late answers come; at most `processConcurrency`. */
  get minProcessConcurrency(): number {
    return Math.min(this.leastProcessConcurrency, this.processConcurrency);
  }
}
