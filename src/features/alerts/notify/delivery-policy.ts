import type { InstanceState } from '../engine/alert-transition.js';
import { isSilencedBy, type Silence, type Silenceable } from '../silences/silence.js';
import { isQuiet, type QuietHours } from './quiet-hours.js';

/** Why the delivery of an alert waits. */
export type SuppressionReason = 'silence' | 'quiet_hours';

/** The properties on which the delivery of an alert depends. */
export interface Deliverable extends Silenceable {
  state: InstanceState;
  /** Whether its firing was delivered. */
  notified: boolean;
  held: SuppressionReason | null;
  version: number;
  updatedAt: Date;
}

/** The silences and quiet hours that apply to alerts of an account at one moment. */
export interface DeliveryLimits {
  isSilenced(alert: Silenceable): boolean;
  isQuietTime: boolean;
}

/** Reason why a change is not delivered; null if it is delivered. */
export type SuppressedBy = SuppressionReason | 'snooze' | 'not_delivered' | null;

/** Alerts after their release from a silence or from quiet hours. */
export interface Release<T> {
  /** Alerts that no longer wait for the end of a silence. */
  unsilenced: T[];
  /** The alerts of `unsilenced` whose firing is delivered now. */
  firing: T[];
  /** Alerts that the digest at the end of quiet hours lists. */
  digest: T[];
}

/**
 * Returns the limits at a moment.
 * @param now in milliseconds
 * @param quietHours of the account; null if it has no quiet hours
 */
export const limitsAt = (now: number, silences: readonly Silence[], quietHours: QuietHours | null): DeliveryLimits => ({
  isSilenced: (alert) => silences.some((silence) => isSilencedBy(silence, alert, now)),
  isQuietTime: quietHours !== null && isQuiet(quietHours, now),
});

/**
 * Returns why the firing of an alert is held back; null if it is delivered. A held firing is delivered later, if the
 * alert is still firing when the silence ends, or in the digest after quiet hours.
 */
export function suppressionOfFiring(alert: Silenceable, limits: DeliveryLimits): SuppressionReason | null {
  if (limits.isSilenced(alert)) return 'silence';
  return limits.isQuietTime ? 'quiet_hours' : null;
}

/**
 * Returns why a resolution is not delivered; null if it is. If the firing was not delivered, the resolution is not
 * delivered either, unless the digest of the quiet hours reports both.
 */
export function suppressionOfResolution(alert: Deliverable, limits: DeliveryLimits): SuppressedBy {
  if (alert.held === 'quiet_hours') return 'quiet_hours';
  if (!alert.notified) return alert.held ?? 'not_delivered';
  if (alert.state === 'snoozed') return 'snooze';
  return suppressionOfFiring(alert, limits);
}

/**
 * Returns why the resolution of an alert is not delivered after its owner disabled or deleted the rule: silences and
 * quiet hours do not hold back the result of the owner's own change. The digest still lists an alert that quiet hours
 * hold back.
 */
export function suppressionOfEnding({ notified, held }: Pick<Deliverable, 'notified' | 'held'>): SuppressedBy {
  if (notified) return null;
  return held === 'quiet_hours' ? held : 'not_delivered';
}

/**
 * Releases alerts of one account that wait for the end of a silence or of quiet hours. Alerts that must continue to
 * wait are left out of the result.
 */
export function release<T extends Deliverable>(waiting: readonly T[], limits: DeliveryLimits, now: Date): Release<T> {
  const after = (alert: T, held: SuppressionReason | null, isDelivered: boolean): T => ({
    ...alert,
    held,
    notified: alert.notified || isDelivered,
    version: alert.version + 1,
    updatedAt: now,
  });
  const [unsilenced, firing, digest]: [T[], T[], T[]] = [[], [], []];
  for (const alert of waiting) {
    if (alert.held === 'quiet_hours' && !limits.isQuietTime) digest.push(after(alert, null, true));
    if (alert.held !== 'silence' || limits.isSilenced(alert)) continue;
    const held = alert.state === 'firing' ? suppressionOfFiring(alert, limits) : null;
    const isDelivered = alert.state === 'firing' && held === null;
    const released = after(alert, held, isDelivered);
    unsilenced.push(released);
    if (isDelivered) firing.push(released);
  }
  return { unsilenced, firing, digest };
}
