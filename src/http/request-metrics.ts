import type { Context, Middleware } from 'koa';
import type { UsageMeter } from '../accounts/usage-meter.js';
import { SECOND_MS } from '../durations.js';
import type { Metrics } from '../metrics/metrics.js';
import { ownCallerOf } from './own-api.js';
import type { ServiceDirectory } from './route/service-directory.js';

/** Upper limits in seconds: those of the OpenTelemetry semantic conventions for HTTP. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** What no operation answered: unknown paths and pages. */
const UNMATCHED = 'unmatched';

/** Counts requests by operation, class of status and account, and measures how long operations take. Streams and probes have no latency. */
export function requestMetrics(metrics: Metrics, directory: ServiceDirectory, usage: UsageMeter): Middleware {
  // Counted here and read at each scrape: a counter of the library looks its labels up at every request.
  const answered = new Map<string, number>();
  const read = () =>
    [...answered].map(([key, value]) => {
      const [operation = '', status = ''] = key.split(' ');
      return { value, labels: { operation, status } };
    });
  metrics.total('watchfloor_http_requests_total', 'Answered requests, by operation and class of status.', read, ['operation', 'status']);
  const limited = metrics.counter('watchfloor_http_requests_limited_total', 'Requests answered with 429.');
  const help = 'Time from receiving a request to the end of its handling, without the sending of streams.';
  const durations = metrics.histogram('watchfloor_http_request_duration_seconds', help, BUCKETS, ['operation']);
  let operations: Map<string, string> | undefined;
  const operationOf = (method: string, template: string | undefined): string => {
    operations ??= new Map(directory.routes.map((route) => [`${route.method} ${route.template}`, route.where.slice(route.where.indexOf('.') + 1)]));
    return (template !== undefined && operations.get(`${method === 'HEAD' ? 'GET' : method} ${template}`)) || UNMATCHED;
  };
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      const operation = operationOf(ctx.method, ctx.state.route);
      const { statusCode } = ctx.res;
      const key = `${operation} ${Math.floor(statusCode / 100)}xx`;
      answered.set(key, (answered.get(key) ?? 0) + 1);
      if (statusCode === 429) limited.inc();
      countUsage(usage, ctx);
      if (ctx.state.isProbe !== true && ctx.state.mediaType !== 'text/event-stream')
        durations.observe({ operation }, (performance.now() - ctx.state.receivedTick) / SECOND_MS);
    }
  };
}

/** What a request makes inside the process belongs to it and is not counted again. */
function countUsage(usage: UsageMeter, { req, res, state }: Context): void {
  const { caller, mediaType } = state;
  if (caller === undefined || ownCallerOf(req) !== undefined) return;
  const { accountId } = caller;
  usage.count(accountId, 'requests');
  if (res.statusCode === 429 || res.statusCode === 503) usage.count(accountId, 'refusedRequests');
  else if (mediaType === 'text/event-stream' && res.statusCode === 200) usage.count(accountId, 'streams');
}
