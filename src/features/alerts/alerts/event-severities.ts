import type { AlertSeverity } from '../engine/engine-rule.js';

/** Severity of an event by the severity of the rule. */
export const eventSeverities: Readonly<Record<AlertSeverity, number>> = { info: 2, warning: 3, critical: 4 };
