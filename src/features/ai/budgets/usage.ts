/** Model tokens of one UTC day. */
export interface DayUsage {
  /** `2026-11-20`. */
  day: string;
  inputTokens: number;
  outputTokens: number;
  answers: number;
}

/** The usage of an account, and its limits. */
export interface AiUsageReport {
  tokensPerDay: number;
  usedTokens: number;
  /** When the tokens of the day are available again. */
  resetsAt: Date;
  steps: number;
  answerSeconds: number;
  /** The last 30 days with use, oldest first. */
  days: DayUsage[];
}
