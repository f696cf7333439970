import { wrongParameter } from '../api/problem.js';

/** A time range; `from` is inclusive and `to` exclusive, and an undefined end is open. */
export interface TimeWindow {
  from?: Date;
  to?: Date;
}

/**
 * Returns the range from `from` and `to` of a list, each in RFC 3339 or a plain date, which means the start of that day
 * in UTC.
 * @throws Problem `invalid_request` when `from` is not before `to`, because an empty list would suggest that nothing
 * happened between them
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
