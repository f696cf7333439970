import { Environment } from './environment.js';
import type { ServiceConfig } from './service-config.js';

/** The HTTP settings: listening address, public URL, trusted proxies and allowed origins. */
export class HttpConfig {
  readonly host: string;
  readonly port: number;
  /** Public address without a trailing slash; undefined means: derived from host and port. */
  readonly baseUrl?: string;
  /**
   * Public address without a trailing slash, derived from host and port where none is set. Empty when the port is
   * chosen by the system, since it is unknown before the service listens.
   */
  readonly publicUrl: string;
  /** The number of trusted hops of `X-Forwarded-For`, counted from the right. */
  readonly trustedProxies: number;
  /** Exact origins that browsers may call from. */
  readonly corsOrigins: readonly string[];
  /** Where to report vulnerabilities: a `mailto:`, `https:` or `tel:` URI; undefined when not set. */
  readonly securityContact?: string;
  /** A request that takes longer is answered with 503 (ms). */
  readonly deadlineMs: number;
  /** The process stays up, not ready, for this long before it stops accepting (ms). */
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
