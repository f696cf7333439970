/** Words for the severities 1 to 5; the index is the severity. */
export const severityWords = ['', 'minor', 'low', 'moderate', 'high', 'critical'] as const;
