import type { Alert } from '../alerts/alert.js';

/** The vessel, aircraft or symbol that an alert is about. */
export interface AlertMember {
  /** `vessel`, `aircraft` or `symbol`. */
  type: string;
  /** The MMSI, the ICAO address, or the symbol. */
  id: string;
  /** The name when the alert fired; the id without a known name, and for symbols. */
  name: string;
}

/**
 * Returns the member that an alert of a rule over a group is about, or the only symbol, vessel or aircraft that its
 * rule names; undefined if the rule names several, or names only other things.
 */
export function memberOf({
  key,
  title,
  ruleName,
  symbols,
  entities,
}: Pick<Alert, 'key' | 'title' | 'ruleName' | 'symbols' | 'entities'>): AlertMember | undefined {
  const named = [
    ...symbols.map((symbol) => `symbol:${symbol}`),
    ...entities.filter((one) => /^(vessel|aircraft):/.test(one)),
  ];
  const member = key !== '' ? key : named.length === 1 ? (named[0] as string) : '';
  const [, type, id] = /^([^:]+):(.+)$/s.exec(member) ?? [];
  if (type === undefined || id === undefined) return undefined;
  // The title of an alert is `rule: name (key)`; see alert-context.ts.
  const [start, end] = [`${ruleName}: `, ` (${key})`];
  const hasName =
    key !== '' && title.startsWith(start) && title.endsWith(end) && title.length > start.length + end.length;
  return { type, id, name: hasName ? title.slice(start.length, -end.length) : id };
}
