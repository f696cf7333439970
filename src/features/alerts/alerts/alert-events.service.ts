import { Service } from 'typedi';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import type { Alert } from './alert.js';
import { alertJson } from './alert-json.js';
import { type AlertChangedDto, alertAcknowledged, alertFiring, alertResolved, alertSnoozed } from './alerts.events.js';

const types = { firing: alertFiring, acknowledged: alertAcknowledged, snoozed: alertSnoozed, resolved: alertResolved };

/** A change of an alert that is published. */
export interface AlertNews {
  /** The alert after the change; not pending. */
  alert: Alert;
  cause: string;
  suppressedBy: AlertChangedDto['suppressedBy'];
  endpointIds: readonly string[];
  at: Date;
}

/** Appends the events of alerts. */
@Service()
export class AlertEvents {
  constructor(private readonly events: EventLog) {}

  /**
   * Appends one event for each change, in the caller's transaction. Events of one type keep the order of the changes.
   */
  async publish(news: readonly AlertNews[]): Promise<void> {
    for (const run of runsOf(news))
      await this.events.appendMany(types[run[0]?.alert.state as keyof typeof types], run.map(eventOf));
  }
}

/**
 * Groups consecutive changes to the same state, so that an alert that fires and is resolved at once is published in
 * this order.
 */
function runsOf(news: readonly AlertNews[]): AlertNews[][] {
  const runs: AlertNews[][] = [];
  for (const one of news) {
    const last = runs.at(-1);
    if (last !== undefined && last[0]?.alert.state === one.alert.state) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

const eventOf = ({ alert, cause, suppressedBy, endpointIds, at }: AlertNews): NewEvent<AlertChangedDto> => ({
  data: {
    ...alertJson(alert),
    cause,
    groupId: alert.state === 'firing' ? alert.groupId : null,
    suppressedBy,
    endpointIds: [...endpointIds],
  } as AlertChangedDto,
  subject: `alert:${alert.id}`,
  ownerId: alert.accountId,
  time: at,
});
