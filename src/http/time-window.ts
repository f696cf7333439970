import { wrongParameter } from '../api/problem.js';

/** `from` is inclusive, `to` exclusive; undefined is open on that side. */
export interface TimeWindow {
  from?: Date;
  to?: Date;
}

/**
 * The `from` and `to` of a list, each RFC 3339 or a plain date, which is the start of that day in UTC.
 * @throws Problem `invalid_request` when `from` is not before `to`: an empty list would say that nothing happened in
 * between
 */
export function timeWindow({ from, to }: { from?: string; to?: string }): TimeWindow {
  const window = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to)
    throw wrongParameter('query/from', 'must be before `to`');
  return window;
}
