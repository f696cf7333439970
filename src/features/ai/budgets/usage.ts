/** Usage of model tokens on one UTC day. */
export interface DayUsage {
  /** UTC day, such as `2026-11-20`. */
  day: string;
  inputTokens: number;
  outputTokens: number;
  answers: number;
}

/** The usage of an account, and its limits. */
export interface AiUsageReport {
  tokensPerDay: number;
  usedTokens: number;
  /** When the daily tokens are available again. */
  resetsAt: Date;
  steps: number;
  answerSeconds: number;
  /** The last 30 days with usage, oldest first. */
  days: DayUsage[];
}
