import type { Context } from 'koa';
import { DurationHistogram } from '../metrics/duration-histogram.js';
import type { Metrics } from '../metrics/metrics.js';
import { SECOND_MS } from '../time/durations.js';
import type { AfterRequestHook } from './after-request.js';
import { ownCallerOf } from './in-process-api.js';
import type { ServiceDirectory } from './route/service-directory.js';
import type { UsageMeter } from './usage-meter.js';

/** Upper limits of the histogram buckets (s): the limits of the OpenTelemetry semantic conventions for HTTP. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Operation name of requests that no operation answered: unknown paths and pages. */
const UNMATCHED = 'unmatched';

interface Answers {
  readonly operation: string;
  /** Number of requests by the first digit of the status; digits that have not occurred have no entry. */
  readonly byClass: number[];
  /** Durations in seconds. */
  readonly durations: DurationHistogram;
}

/**
 * Returns a step that counts requests by operation, class of status and account, and measures how long operations take.
 * The durations of streams and probes are not measured.
 */
export function requestMetrics(metrics: Metrics, directory: ServiceDirectory, usage: UsageMeter): AfterRequestHook {
  // The counts are kept here and read at each scrape, because the metrics library would look up labels at every
  // request.
  const answered = new Map<string, Answers>();
  const read = () =>
    [...answered.values()].flatMap(({ operation, byClass }) => {
      const counts = byClass.flatMap((value, status) => ({ value, labels: { operation, status: `${status}xx` } }));
      // The count of 5xx begins at 0: a rate needs two values, and the first failure of an operation would otherwise
      // not appear.
      if (operation === UNMATCHED || counts.length > 0)
        if (byClass[5] === undefined) counts.push({ value: 0, labels: { operation, status: '5xx' } });
      return counts;
    });
  metrics.total('watchfloor_http_requests_total', 'Answered requests, by operation and class of status.', read, [
    'operation',
    'status',
  ]);
  const limited = metrics.counter('watchfloor_http_requests_limited_total', 'Requests answered with 429.');
  const help = 'Time from receiving a request to the end of its handling, without the sending of streams.';
  metrics.durations('watchfloor_http_request_duration_seconds', help, 'operation', () =>
    [...answered].map(([operation, { durations }]) => [operation, durations] as const),
  );
  const answersOf = (operation: string): Answers => {
    const answers = answered.get(operation) ?? { operation, byClass: [], durations: new DurationHistogram(BUCKETS) };
    answered.set(operation, answers);
    return answers;
  };
  const unmatched = answersOf(UNMATCHED);
  /** Counts by path template, then by method. A combined key would be a new string for every request. */
  const byTemplate = new Map<string, Map<string, Answers>>();
  const find = (method: string, template = ''): Answers => {
    if (byTemplate.size === 0) {
      for (const route of directory.routes) {
        const methods = byTemplate.get(route.template) ?? new Map<string, Answers>();
        byTemplate.set(
          route.template,
          methods.set(route.method, answersOf(route.where.slice(route.where.indexOf('.') + 1))),
        );
      }
    }
    return byTemplate.get(template)?.get(method === 'HEAD' ? 'GET' : method) ?? unmatched;
  };
  return (ctx) => {
    const { byClass, durations } = find(ctx.method, ctx.state.route);
    const { statusCode } = ctx.res;
    const status = Math.floor(statusCode / 100);
    byClass[status] = (byClass[status] ?? 0) + 1;
    if (statusCode === 429) limited.inc();
    countUsage(usage, ctx);
    const { isProbe, mediaType, receivedTick } = ctx.state;
    if (isProbe !== true && mediaType !== 'text/event-stream')
      durations.observe((performance.now() - receivedTick) / SECOND_MS);
  };
}

/**
 * Counts a request in its account's usage. Requests made inside the process are part of another request and are not
 * counted again.
 */
function countUsage(usage: UsageMeter, { req, res, state }: Context): void {
  const { caller, mediaType } = state;
  if (caller === undefined || ownCallerOf(req) !== undefined) return;
  const { accountId } = caller;
  usage.count(accountId, 'requests');
  if (res.statusCode === 429 || res.statusCode === 503) usage.count(accountId, 'refusedRequests');
  else if (mediaType === 'text/event-stream' && res.statusCode === 200) usage.count(accountId, 'streams');
}
