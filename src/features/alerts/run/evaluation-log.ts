import type { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { type AlertActedDto, alertActed } from '../alerts/alerts.events.js';
import type { AlertAction } from '../engine/engine-rule.js';
import { alertRuleChanged } from '../rules/rules.events.js';
import { observedTypes } from '../sources/logged-observation.js';

const BATCH = 500;
const types = [...observedTypes, alertRuleChanged.type, alertActed.type];

/** Reads the events of the log that the evaluation of rules needs. */
export class EvaluationLog {
  constructor(private readonly log: EventLog) {}

  /**
   * Returns the next events after a sequence number, in order, and whether more may follow.
   * @param counted further types, whose events rules count
   */
  async read(position: number, counted: ReadonlySet<string>): Promise<{ events: LoggedEvent[]; hasMore: boolean }> {
    const events = await this.log.after(position, BATCH, [...new Set([...types, ...counted])]);
    return { events, hasMore: events.length === BATCH };
  }
}

/** Converts an account's action on an alert for the engine. */
export function actionOf({ action, until }: AlertActedDto): AlertAction {
  if (action === 'snooze') return { type: 'snooze', until: Date.parse(until as string) };
  return { type: action };
}
