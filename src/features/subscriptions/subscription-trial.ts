import type { LoggedEvent } from '../../events/logged-event.js';

/** Maximum number of matching events that a trial returns. */
export const MAX_TRIAL_EXAMPLES = 5;

/** A condition of a filter, and the number of events that meet it. */
export interface TriedCondition {
  /** Name of the condition in the filter, such as `minSeverity` or `conditions/0`. */
  name: string;
  matched: number;
}

/** The result of a trial of a selection on past events. */
export interface SubscriptionTrial {
  checked: number;
  matched: number;
  /** Time of the oldest event that was checked; null without one. */
  since: Date | null;
  conditions: TriedCondition[];
  /** The latest matching events. */
  examples: LoggedEvent[];
}
