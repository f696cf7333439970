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
  entityName,
  symbols,
  entities,
}: Pick<Alert, 'key' | 'entityName' | 'symbols' | 'entities'>): AlertMember | undefined {
  const named = [
    ...symbols.map((symbol) => `symbol:${symbol}`),
    ...entities.filter((one) => /^(vessel|aircraft):/.test(one)),
  ];
  const member = key !== '' ? key : named.length === 1 ? (named[0] as string) : '';
  const [, type, id] = /^([^:]+):(.+)$/s.exec(member) ?? [];
  if (type === undefined || id === undefined) return undefined;
  return { type, id, name: entityName ?? id };
}
