import { wrongParameter } from '../../../api/problem.js';

/** A time range (ms), both ends inclusive; an open end is infinite. */
export interface TimeInterval {
  from: number;
  to: number;
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads the parameter `datetime` of OGC API Features (Part 1, 7.15.4): an instant, or two instants separated by a
 * slash, one of which may be `..` or empty for an open end.
 * @throws Problem `invalid_request` for another text, and for a range that ends before it begins
 */
export function readDatetime(text: string): TimeInterval {
  const [start = '', end = start, ...more] = text.split('/');
  const isOpen = (part: string) => part === '..' || part === '';
  const isInterval = text.includes('/');
  const isValid = (part: string) =>
    (isInterval && isOpen(part)) || (INSTANT.test(part) && !Number.isNaN(Date.parse(part)));
  if (more.length > 0 || !isValid(start) || !isValid(end) || (isInterval && isOpen(start) && isOpen(end)))
    throw wrongParameter(
      'query/datetime',
      'must be a time such as 2026-11-20T23:15:00Z, or an interval such as 2026-11-20T00:00:00Z/..',
    );
  const interval = {
    from: isOpen(start) ? Number.NEGATIVE_INFINITY : Date.parse(start),
    to: isOpen(end) ? Number.POSITIVE_INFINITY : Date.parse(end),
  };
  if (interval.from > interval.to) throw wrongParameter('query/datetime', 'must not end before it begins');
  return interval;
}
