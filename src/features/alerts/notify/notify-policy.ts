import type { AlertTransition } from '../engine/alert-transition.js';
import { isQuiet, type QuietHours } from './quiet-hours.js';

/** A message about an alert. */
export interface AlertMessage {
  ruleId: string;
  key: string;
  crossing: number;
  type: 'firing' | 'resolved';
  /** When it happened (ms). */
  at: number;
}

/** What an account gets: a message at once, or at the end of quiet hours one digest of all that was deferred. */
export type Notification = { type: 'message'; message: AlertMessage } | { type: 'digest'; messages: AlertMessage[] };

/** What is remembered of an alert while it is open. */
interface OpenAlert {
  message: AlertMessage;
  /** The account was notified of it, or will be by the digest. */
  isNotified: boolean;
  /** It is firing, so that a notification that a silence suppressed is sent when the silence ends. */
  isFiring: boolean;
}

export interface NotifyOptions {
  /** Whether a silence covers an alert at a time. */
  isSilenced(alert: Pick<AlertMessage, 'ruleId' | 'key'>, at: number): boolean;
  quietHours: QuietHours | null;
}

/**
 * Decides which transitions of an account's alerts are sent. Only transitions are; nothing is repeated. A silence suppresses messages and not the state: an
 * alert that still fires when it ends is sent then, and an alert that the account was not notified of sends no resolution. In quiet hours messages are
 * deferred to a digest. An acknowledged alert sends its resolution; a snoozed one does not.
 */
export class NotifyPolicy {
  private readonly open = new Map<string, OpenAlert>();
  private deferred: AlertMessage[] = [];

  constructor(private readonly options: NotifyOptions) {}

  /** @returns what is to be sent now; call `flush` at the end of silences and quiet hours as well */
  take(transition: AlertTransition): Notification[] {
    const { ruleId, key, crossing, to, at, from } = transition;
    const name = `${ruleId} ${key}`;
    if (to === 'firing') {
      const message: AlertMessage = { ruleId, key, crossing, type: 'firing', at };
      this.open.set(name, { message, isNotified: false, isFiring: true });
      return this.flush(at);
    }
    const alert = this.open.get(name);
    if (alert === undefined) return [];
    alert.isFiring = false;
    if (to !== 'resolved') return [];
    this.open.delete(name);
    if (!alert.isNotified || from === 'snoozed' || this.options.isSilenced(alert.message, at)) return [];
    return this.send({ ...alert.message, type: 'resolved', at }, at);
  }

  /** Sends what silences and quiet hours held back until now. */
  flush(now: number): Notification[] {
    const sent: Notification[] = [];
    for (const alert of this.open.values()) {
      if (alert.isNotified || !alert.isFiring || this.options.isSilenced(alert.message, now)) continue;
      alert.isNotified = true;
      sent.push(...this.send(alert.message, now));
    }
    if (this.deferred.length > 0 && !this.isQuiet(now)) sent.push(this.digest());
    return sent;
  }

  /** A message joins the digest in quiet hours, and after them while the digest has not been sent. */
  private send(message: AlertMessage, now: number): Notification[] {
    if (!this.isQuiet(now) && this.deferred.length === 0) return [{ type: 'message', message }];
    this.deferred.push(message);
    return this.isQuiet(now) ? [] : [this.digest()];
  }

  private digest(): Notification {
    const messages = this.deferred;
    this.deferred = [];
    return { type: 'digest', messages };
  }

  private isQuiet(now: number): boolean {
    return this.options.quietHours !== null && isQuiet(this.options.quietHours, now);
  }
}
