import { wrongParameter } from './problem.js';

/** From `from` on, and before `to`; undefined is open on that side. */
export interface TimeWindow {
  from?: Date;
  to?: Date;
}

/**
 * The `from` and `to` (RFC 3339) that a list is asked for.
 * @throws Problem `invalid_request` when `from` is after `to`: an empty list would say that nothing happened in between
 */
export function timeWindow({ from, to }: { from?: string; to?: string }): TimeWindow {
  const window = { from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) };
  if (window.from !== undefined && window.to !== undefined && window.from > window.to) throw wrongParameter('query/from', 'must not be after `to`');
  return window;
}
