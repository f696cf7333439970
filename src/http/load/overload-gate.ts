import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Service } from 'typedi';
import { Config } from '../../config/config.js';
import { Authenticator, type Caller } from '../caller.js';
import { Lifecycle } from '../lifecycle.js';
import { problemBody } from '../problem-body.js';
import { AccountRateLimit, type CountedRefusal } from '../rate-limit/account-rate-limit.js';
import { requestIdOf } from '../request-context.js';
import type { Route } from '../route/route.js';
import { securityHeaderPairs } from '../security-headers.js';
import { UsageMeter } from '../usage-meter.js';
import { overloaded, ProcessLimit, REFUSAL_DELAY_MS } from './process-limit.js';
import { RefusalQueue } from './refusal-queue.js';

/**
 * Refuses requests of an overloaded process before the application sees them. A refusal by the limit of the process
 * after authentication (process-limit.ts) costs a fifth of a normal response; a refusal here costs no more than Node's
 * own HTTP. It refuses only requests that the limit would refuse too, and only of callers whose token was verified
 * before; all other requests pass.
 */
@Service()
export class OverloadGate {
  /** Headers that are the same for every refusal: names and values alternate. */
  private readonly fixedHeaders: readonly string[];
  private readonly sharesOrigins: boolean;
  private readonly refusals = new RefusalQueue(REFUSAL_DELAY_MS);

  constructor(
    config: Config,
    private readonly limit: ProcessLimit,
    private readonly authenticator: Authenticator,
    private readonly rateLimit: AccountRateLimit,
    private readonly lifecycle: Lifecycle,
    private readonly usage: UsageMeter,
  ) {
    this.sharesOrigins = config.http.corsOrigins.length > 0;
    this.fixedHeaders = [
      ...securityHeaderPairs(config.service.production).flat(),
      'Cache-Control',
      'no-store',
      'Content-Type',
      'application/problem+json',
      ...(this.sharesOrigins ? ['Vary', 'Origin'] : []),
    ];
  }

  /**
   * Returns a listener that refuses requests or passes them to `handle`.
   * @param routes of the application; their paths begin with `prefix`
   */
  before(handle: RequestListener, routes: readonly Route[], prefix: string): RequestListener {
    const unlimited = new Set(
      routes.filter(({ endpoint }) => endpoint.isProbe || endpoint.isBoundedElsewhere).map(({ template }) => template),
    );
    return (request, response) => {
      const caller = this.known(request);
      if (caller === undefined) return handle(request, response);
      const path = pathOf(request);
      if (!path.startsWith(prefix) || unlimited.has(path)) return handle(request, response);
      if (this.limit.letPass(caller.accountId, request)) return handle(request, response);
      const counted = this.rateLimit.countRefusal(caller);
      if (counted instanceof Promise)
        counted.then((known) => this.refuse(request, response, caller, known)).catch(() => handle(request, response));
      else this.refuse(request, response, caller, counted);
    };
  }

  /**
   * Returns the caller of a request with a token that was verified before; undefined for requests whose refusal would
   * need other headers (OPTIONS, and CORS with an origin).
   */
  private known({ method, headers }: IncomingMessage): Caller | undefined {
    if (
      method === 'OPTIONS' ||
      (this.sharesOrigins && headers.origin !== undefined) ||
      headers.authorization === undefined
    )
      return undefined;
    return this.authenticator.recall(headers.authorization);
  }

  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { accountId }: Caller,
    { headers, waitSeconds }: CountedRefusal,
  ): void {
    const problem = this.limit.countRefusal(accountId);
    this.usage.count(accountId, 'requests');
    this.usage.count(accountId, 'refusedRequests');
    this.refusals.add(() => {
      if (response.destroyed) return;
      const requestId = requestIdOf(request);
      const body = problemBody(problem, pathOf(request).slice(0, 500), requestId);
      const retryAfter = waitSeconds === undefined ? problem.headers['Retry-After'] : String(waitSeconds);
      const connection = this.lifecycle.draining ? ['Connection', 'close'] : [];
      const own = [
        'X-Request-Id',
        requestId,
        'Retry-After',
        retryAfter as string,
        'Content-Length',
        String(Buffer.byteLength(body)),
      ];
      response.writeHead(overloaded.status, [...this.fixedHeaders, ...headers, ...own, ...connection]);
      response.end(body);
    });
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
