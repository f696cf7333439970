import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { AlertsConfig } from '../alerts.config.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { AlertAction } from '../engine/engine-rule.js';
import type { Alert, AlertComment, AlertFilter } from './alert.js';
import { AlertRepository } from './alert.repository.js';
import { acted, assigned } from './alert-actions.js';
import { AlertEvents } from './alert-events.service.js';
import { alertActed } from './alerts.events.js';

const MAX_COMMENTS = 200;
const BATCH = 1_000;

/** The alerts of accounts, and the actions of their owners. */
@Service()
export class AlertsService {
  constructor(
    private readonly repository: AlertRepository,
    private readonly contacts: ContactRepository,
    private readonly changes: AlertEvents,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly config: AlertsConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns an alert of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Alert> {
    return found(await this.repository.find(accountId, id));
  }

  list(accountId: string, filter: AlertFilter, limit: number, after?: string, order: Order = 'desc'): Promise<Alert[]> {
    return this.repository.list(accountId, filter, limit, after, order);
  }

  /** Deletes a batch of alerts that were resolved longer ago than the retention. @returns true if more may be left */
  async forgetOld(): Promise<boolean> {
    return (await this.repository.forget(new Date(this.clock.now() - this.config.retentionMs), BATCH)) === BATCH;
  }

  /** Returns the number of alerts that `forgetOld` would delete. */
  countOld(): Promise<number> {
    return this.repository.countOld(new Date(this.clock.now() - this.config.retentionMs));
  }

  /** Returns the comments of an alert, oldest first. */
  comments(id: string): Promise<AlertComment[]> {
    return this.repository.comments(id, MAX_COMMENTS);
  }

  /** Returns the comments on all alerts of an account, by alert. */
  commentsOf(accountId: string): Promise<Map<string, AlertComment[]>> {
    return this.repository.commentsOf(accountId);
  }

  /** Deletes at most `limit` alerts of an account that is deleted. @returns the number deleted */
  removeSome(accountId: string, limit: number): Promise<number> {
    return this.repository.removeSome(accountId, limit);
  }

  /**
   * Acknowledges an alert.
   * @throws Problem `not_found`, `precondition_failed`, or `conflict` for an alert that is pending, resolved or already
   * acknowledged
   */
  acknowledge(accountId: string, id: string, ifMatch?: string): Promise<Alert> {
    return this.act(accountId, id, () => ({ type: 'acknowledge' }), ifMatch);
  }

  /**
   * Snoozes an alert; a second snooze replaces the first. @throws Problem `not_found`, `precondition_failed`,
   * `conflict`
   */
  snooze(accountId: string, id: string, durationSeconds: number, ifMatch?: string): Promise<Alert> {
    return this.act(
      accountId,
      id,
      (now) => ({ type: 'snooze', until: now.getTime() + durationSeconds * SECOND_MS }),
      ifMatch,
    );
  }

  /** Resolves an alert. @throws Problem `not_found`, `precondition_failed`, `conflict` */
  resolve(accountId: string, id: string, ifMatch?: string): Promise<Alert> {
    return this.act(accountId, id, () => ({ type: 'resolve' }), ifMatch);
  }

  /**
   * Names the contact that handles an alert; null for no contact.
   * @throws Problem `not_found`, `precondition_failed`, `conflict` for a resolved alert, or `unprocessable` for a
   * contact that the account does not own
   */
  assign(accountId: string, id: string, contactId: string | null, ifMatch?: string): Promise<Alert> {
    return this.database.transaction(async () => {
      const alert = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, alert);
      if (contactId !== null && (await this.contacts.among(accountId, [contactId])).length === 0)
        throw new Problem('unprocessable', {
          detail: 'The contact is not one of yours.',
          errors: [{ pointer: '/assigneeId', detail: 'is not one of your contacts' }],
        });
      const next = assigned(alert, contactId, new Date(this.clock.now()));
      await this.repository.save([next]);
      return next;
    });
  }

  /** Adds a comment to an alert. @throws Problem `not_found`, `quota_reached` */
  async comment(accountId: string, id: string, text: string): Promise<AlertComment> {
    const comment: AlertComment = { id: uuidV7(), text, createdAt: new Date(this.clock.now()) };
    await this.database.transaction(async () => {
      found(await this.repository.hold(accountId, id));
      if ((await this.repository.countComments(id)) >= MAX_COMMENTS)
        throw new Problem('quota_reached', { detail: `An alert has at most ${MAX_COMMENTS} comments.` });
      await this.repository.addComment(accountId, id, comment);
    });
    return comment;
  }

  /**
   * Stores an action and publishes it in one transaction. The lock on the alert orders it after earlier writes of the
   * rule evaluation, which reads the action from the event log.
   */
  private act(accountId: string, id: string, actionAt: (now: Date) => AlertAction, ifMatch?: string): Promise<Alert> {
    return this.database.transaction(async () => {
      const alert = found(await this.repository.hold(accountId, id));
      assertVersion(ifMatch, alert);
      const now = new Date(this.clock.now());
      const action = actionAt(now);
      const next = acted(alert, action, now);
      await this.repository.save([next]);
      const endpointIds = await this.repository.endpointsOf(alert.ruleId);
      await this.changes.publish([{ alert: next, cause: 'user', suppressedBy: null, endpointIds, at: now }]);
      const until = next.state === 'snoozed' ? (next.snoozedUntil?.toISOString() ?? null) : null;
      const { ruleId, key, crossing } = alert;
      await this.events.append(alertActed, {
        data: { alertId: id, ruleId, key, crossing, action: action.type, until },
        subject: `alert:${id}`,
      });
      return next;
    });
  }
}

function found(alert: Alert | undefined): Alert {
  if (alert === undefined) throw new Problem('not_found', { detail: 'You have no alert with this id.' });
  return alert;
}
