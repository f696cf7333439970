import { Problem } from '../../../api/problem.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { RateTable } from '../providers/market-provider.js';
import { unavailable } from '../unavailable.js';
import { dayOf } from './publication.js';

/**
 * Returns the problem for a failure to read rates; other errors are returned unchanged.
 * @param firstDay the first day with rates; undefined if unknown
 */
export function ratesProblem(error: unknown, day?: string, firstDay?: string): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error.code === 'not_found' && day !== undefined) {
    const known =
      firstDay === undefined
        ? 'is before the first day with rates'
        : `must not be before ${firstDay}, the first day with rates`;
    return new Problem('unprocessable', {
      detail: 'There are no rates for this day or an earlier one. Use a later day.',
      errors: [{ pointer: 'query/date', detail: known }],
      cause: error,
    });
  }
  if (error.code === 'not_entitled') {
    return unavailable(
      'No configured provider offers exchange rates. GET /markets/providers lists what each provider offers.',
      HOUR_MS,
      error,
    );
  }
  return unavailable('The providers of exchange rates are not answering. Try again later.', error.retryAfterMs, error);
}

/**
 * Throws if the rate of one of the codes was sent but is malformed: it must not look like a missing rate.
 * @throws Problem `unavailable`
 */
export function rejectUnusable({ unusable }: RateTable, codes: readonly string[]): void {
  const code = codes.find((one) => unusable?.includes(one) === true);
  if (code !== undefined) throw unavailable(`The source sent an invalid rate of ${code}. Try again later.`, MINUTE_MS);
}

/** Returns the problem for codes without a rate. @param pointers to their parameters, such as `query/base` */
export function missingRateProblem(
  pointers: readonly string[],
  detail = 'is not a currency with a rate on that day',
): Problem {
  return new Problem('unprocessable', {
    detail:
      'Some of the currencies have no rate; see `errors`. GET /markets/fx/rates lists the currencies with a rate.',
    errors: pointers.map((pointer) => ({ pointer, detail })),
  });
}

/** Throws for a day (`2024-01-15`) that has not begun in UTC. @throws Problem `invalid_request` */
export function rejectFutureDay(day: string | undefined, now: number): void {
  if (day === undefined || day <= dayOf(now)) return;
  throw new Problem('invalid_request', {
    detail: 'There are no rates for future days. Omit `date` for the latest rates.',
    errors: [{ pointer: 'query/date', detail: 'must not be later than today (UTC)' }],
  });
}
