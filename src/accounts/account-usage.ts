import type { UsageCounts } from '../http/usage-meter.js';

export interface AccountUsageTotals extends UsageCounts {
  accountId: string;
  email: string;
  displayName: string;
}

export interface UsageOfHour extends UsageCounts {
  hour: Date;
}

/** From the hour that begins at `from` until before `to`. */
export interface UsagePeriod {
  from: Date;
  to: Date;
}
