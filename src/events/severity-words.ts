/** The words for the severities 1 to 5, at their number. */
export const severityWords = ['', 'minor', 'low', 'moderate', 'high', 'critical'] as const;
