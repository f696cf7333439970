import type { UsageCounts } from '../http/usage-meter.js';

export interface AccountUsageTotals extends UsageCounts {
  accountId: string;
  email: string;
  displayName: string;
}

export interface UsageOfHour extends UsageCounts {
  hour: Date;
}

/** A period of whole hours: `from` is inclusive, `to` is exclusive. */
export interface UsagePeriod {
  from: Date;
  to: Date;
}
