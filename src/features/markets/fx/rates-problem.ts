import { HOUR_MS, MINUTE_MS } from '../../../durations.js';
import { Problem } from '../../../http/problem.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { RateTable } from '../providers/market-provider.js';
import { unavailable } from '../unavailable.js';
import { dayOf } from './publication.js';

/**
 * What a caller is told when there are no rates.
 * @param firstDay the first day there are rates of; undefined when the sources do not say
 */
export function ratesProblem(error: unknown, day?: string, firstDay?: string): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error.code === 'not_found' && day !== undefined) {
    const known = firstDay === undefined ? 'is before the first day there are rates of' : `must not be before ${firstDay}, the first day there are rates of`;
    return new Problem('unprocessable', {
      detail: 'There are no rates of that day nor of an earlier one. Ask for a later day.',
      errors: [{ pointer: 'query/date', detail: known }],
      cause: error,
    });
  }
  if (error.code === 'not_entitled') {
    return unavailable('No source of exchange rates is configured here; GET /markets/providers shows who serves what.', HOUR_MS, error);
  }
  return unavailable('No source of exchange rates gives a usable answer at the moment. Try again later.', error.retryAfterMs, error);
}

/** @throws Problem `unavailable` when one of the codes has a rate in the table that cannot be used, which must not look as if there were none */
export function refuseUnusable({ unusable }: RateTable, codes: readonly string[]): void {
  const code = codes.find((one) => unusable?.includes(one) === true);
  if (code !== undefined) throw unavailable(`The rate of ${code} that the source sent cannot be used. Try again later.`, MINUTE_MS);
}

/** The codes at these places (`query/base`) are of nothing that has a rate. */
export function noSuchRate(pointers: readonly string[], detail = 'is of no currency with a rate on that day'): Problem {
  return new Problem('unprocessable', {
    detail: 'There is no rate for some of the currencies; see errors. GET /markets/fx/rates lists those there are.',
    errors: pointers.map((pointer) => ({ pointer, detail })),
  });
}

/** @throws Problem `invalid_request` for a day (`2024-01-15`) that has not begun in UTC */
export function refuseFutureDay(day: string | undefined, now: number): void {
  if (day === undefined || day <= dayOf(now)) return;
  throw new Problem('invalid_request', {
    detail: 'There are no rates of days to come. Leave the date out for the latest ones.',
    errors: [{ pointer: 'query/date', detail: 'must not be later than today (UTC)' }],
  });
}
