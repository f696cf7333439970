import type { LoggedEvent } from '../../events/logged-event.js';

/** Maximum number of matching events that a preview returns. */
export const MAX_PREVIEW_EXAMPLES = 5;

/** A condition of a filter, and the number of events that meet it. */
export interface PreviewedCondition {
  /** Name of the condition in the filter, such as `minSeverity`, or its place, such as `conditions/0`. */
  name: string;
  matched: number;
}

/** The result of a preview of a selection on past events. */
export interface SubscriptionPreview {
  checked: number;
  matched: number;
  /** Time of the oldest event that was checked; null without one. */
  since: Date | null;
  conditions: PreviewedCondition[];
  /** The latest matching events. */
  examples: LoggedEvent[];
}
