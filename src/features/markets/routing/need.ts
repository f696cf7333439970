import type { AssetClass } from '../asset-class.js';
import type { Interval } from '../interval.js';
import type { Capability, Operation } from '../providers/market-provider.js';

/** What is wanted of a provider. */
export interface Need {
  operation: Operation;
  /** Undefined: of whatever class (a search). */
  assetClass?: AssetClass;
  venue?: string;
  interval?: Interval;
}

/** Whether what is offered is what is wanted. */
export function fits(offered: Capability, { operation, assetClass, venue, interval }: Need): boolean {
  if (offered.operation !== operation) return false;
  if (assetClass !== undefined && !offered.assetClasses.includes(assetClass)) return false;
  if (venue !== undefined && offered.venues !== undefined && !offered.venues.includes(venue)) return false;
  return interval === undefined || offered.intervals === undefined || offered.intervals.includes(interval);
}
