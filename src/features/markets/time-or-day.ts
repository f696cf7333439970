import { day, type Rule, timestamp } from '../../openapi/rules.js';

const [instant, date] = [timestamp(), day()];
const pattern = `${String(date.schema.pattern).replace(/\$$/, '')}(?:${String(instant.schema.pattern).replace(/^.*?T/, 'T').replace(/\$$/, '')})?$`;

/** A day (`2026-11-20`) or an instant (RFC 3339). */
export function timeOrDay(): Rule {
  return {
    name: 'timeOrDay',
    schema: { type: 'string', maxLength: 35, pattern },
    check: (value) => date.check(value) || instant.check(value),
    says: 'a day such as 2026-11-20 or an RFC 3339 time such as 2026-11-20T23:15:00Z',
  };
}

/** True for a day, false for an instant. */
export const isDay = (text: string): boolean => text.length === 10;
