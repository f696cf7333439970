import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

/** The HTTP settings: listening address, public URL, trusted proxies and allowed origins. */
export class HttpConfig {
  readonly host: string;
  readonly port: number;
  /** Configured public address without a trailing slash; undefined: derived from host and port. */
  readonly baseUrl?: string;
  /**
   * Public address without a trailing slash, as configured or derived from host and port. Empty when the operating
   * system chooses the port, because the port is then unknown before the service listens.
   */
  readonly publicUrl: string;
  /** Number of trusted proxies, which is the number of entries of `X-Forwarded-For` that are trusted from the right. */
  readonly trustedProxies: number;
  /** Origins from which browsers may call the API; compared exactly. */
  readonly corsOrigins: readonly string[];
  /** Contact for reports of vulnerabilities: a `mailto:`, `https:` or `tel:` URI; undefined when not set. */
  readonly securityContact?: string;
  /** Deadline of requests (ms), after which they are answered with 503. */
  readonly deadlineMs: number;
  /** At a shutdown, the process keeps accepting requests, as not ready, for this long (ms). */
  readonly drainMs: number;

  constructor(env: Environment, service: ServiceConfig) {
    this.host = env.text('SVC_HOST', { meaning: 'The address to listen on.', defaultText: '127.0.0.1' }) ?? '127.0.0.1';
    this.port = env.integer('SVC_PORT', 3000, 0, 65_535, {
      meaning:
        'The port to listen on, in processes without the role `api` for probes and metrics; `0` selects a free ' +
        'port and logs it.',
    });
    this.baseUrl = env
      .url('SVC_BASE_URL', ['http:', 'https:'], {
        meaning:
          "The public address, for the `source` of events, the description's `servers` and the cookie's `Secure`.",
        defaultText: 'derived from host and port',
      })
      ?.replace(/\/+$/, '');
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    this.publicUrl = this.baseUrl ?? (this.port === 0 ? '' : `http://${host}:${this.port}`);
    this.trustedProxies = env.integer('SVC_TRUSTED_PROXIES', 0, 0, 10, {
      meaning: 'How many hops of `X-Forwarded-For` to believe.',
    });
    this.corsOrigins = env.list('SVC_CORS_ORIGINS', {
      meaning: 'Exact origins browsers may call from, separated by commas.',
    });
    if (this.corsOrigins.some((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)) {
      env.refuse('SVC_CORS_ORIGINS', 'must list origins such as https://app.example.org, without a path and without *');
    }
    this.securityContact = env.text('SVC_SECURITY_CONTACT', {
      meaning:
        'Where to report vulnerabilities, shown in `/.well-known/security.txt`: `mailto:`, `https://` or ' +
        '`tel:`. Without it there is no such file.',
    });
    if (
      this.securityContact !== undefined &&
      !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(this.securityContact)
    ) {
      env.refuse(
        'SVC_SECURITY_CONTACT',
        'must be a URI such as mailto:security@example.org, https://example.org/security or tel:+1-201-555-0123',
      );
    }
    this.deadlineMs =
      env.integer('SVC_DEADLINE_SECONDS', 30, 1, 600, {
        meaning: 'How long a request may take before it is answered with 503.',
      }) * 1000;
    this.drainMs =
      env.integer('SVC_DRAIN_SECONDS', service.production ? 5 : 0, 0, 60, {
        meaning: 'At a graceful stop: how long to stay up, answering but not ready, so that load balancers notice.',
        defaultText: '`5` in production, `0` in development',
      }) * 1000;
  }
}
