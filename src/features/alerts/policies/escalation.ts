import type { alertEscalations } from '../alerts.schema.js';

/** The progress of one alert through the steps of one policy. */
export type Escalation = typeof alertEscalations.$inferSelect;

/** Why an escalation ended: its alert was handled, its steps are used up, or its policy was disabled. */
export type EscalationEnd = 'acknowledged' | 'snoozed' | 'resolved' | 'exhausted' | 'disabled';
