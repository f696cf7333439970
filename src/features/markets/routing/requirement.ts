import type { AssetClass } from '../asset-class.js';
import type { Interval } from '../interval.js';
import type { Capability, Operation } from '../providers/market-provider.js';

/** A description of a request that a provider must be able to answer. */
export interface Requirement {
  operation: Operation;
  /** Asset class; undefined: any asset class (for a search). */
  assetClass?: AssetClass;
  venue?: string;
  interval?: Interval;
}

/** Returns true if a capability covers a requirement. */
export function satisfies(offered: Capability, { operation, assetClass, venue, interval }: Requirement): boolean {
  if (offered.operation !== operation) return false;
  if (assetClass !== undefined && !offered.assetClasses.includes(assetClass)) return false;
  if (venue !== undefined && offered.venues !== undefined && !offered.venues.includes(venue)) return false;
  return interval === undefined || offered.intervals === undefined || offered.intervals.includes(interval);
}
