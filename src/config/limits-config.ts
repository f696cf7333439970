import { SECOND_MS } from '../time/durations.js';
import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';
import type { Setting } from './setting.js';

/** Limits of accounts and, for requests without a token, of client addresses. */
export class LimitsConfig {
  /** Number of threads for heavy work, such as drawing images and comparing instruments. */
  readonly heavyThreads: number;
  /** Maximum number of tasks that wait for a thread. */
  readonly heavyQueue: number;
  /** Maximum number of open streams of an account, over all processes if they share a Redis. */
  readonly streamsPerAccount: number;
  /** Maximum number of personal keys of an account. */
  readonly personalKeys: number;
  /** Maximum number of sign-ins and exchanges of personal keys that an address may try in a minute. */
  readonly signInsPerMinute: number;
  /** Maximum number of accounts that an address may register in an hour. */
  readonly registrationsPerHour: number;
  /** Maximum number of apps that an address may register in an hour. */
  readonly appRegistrationsPerHour: number;
  /** Maximum number of requests in a minute that an address may make for data shared at public addresses. */
  readonly sharedViewsPerMinute: number;
  /** Maximum number of subscriptions of an account. */
  readonly subscriptions: number;
  /** Maximum number of webhook endpoints of an account. */
  readonly webhookEndpoints: number;
  /** Fraction (0.01 to 1) of the remaining calls to a vendor that may be made on behalf of one account. */
  readonly upstreamShare: number;
  /** Maximum number of test deliveries that an account may request in a minute. */
  readonly webhookTestsPerMinute: number;
  /** Maximum number of test deliveries to one endpoint that an account may request in a minute. */
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
      meaning: 'Sign-in attempts, exchanges of personal keys, and token requests of apps, per address and minute.',
      defaultText: '`10` in production, `300` in development',
    });
    this.registrationsPerHour = env.integer('SVC_REGISTRATION_LIMIT', service.production ? 5 : 1000, 1, 1_000_000, {
      meaning: 'Registrations per address and hour.',
      defaultText: '`5` in production, `1000` in development',
    });
    this.appRegistrationsPerHour = env.integer('SVC_APP_REGISTRATION_LIMIT', 30, 1, 1_000_000, {
      meaning: 'Registrations of apps (OAuth clients) per address and hour.',
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

  /** Maximum number of requests of an account in a window; operators can set another limit for an account. */
  get rateLimit(): number {
    return this.rateLimitSetting.value;
  }

  get rateWindowMs(): number {
    return this.rateWindowSetting.value * SECOND_MS;
  }

  /** Maximum number of concurrent requests of one account. */
  get concurrency(): number {
    return this.concurrencySetting.value;
  }

  /** Upper bound of the limit of concurrent requests of the process, however quickly they are answered. */
  get processConcurrency(): number {
    return this.processConcurrencySetting.value;
  }

  /**
   * Lower bound of the limit of concurrent requests of the process, however slowly they are answered; at most
   * `processConcurrency`.
   */
  get minProcessConcurrency(): number {
    return Math.min(this.leastProcessConcurrency, this.processConcurrency);
  }
}
