import type { Weekday } from '../../../accounts/account.js';
import type { Owned } from '../../../resources/owned-table.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Alert } from '../alerts/alert.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import { isQuiet } from '../notify/quiet-hours.js';

/** Hours of the week in a time zone. A period whose end is not after its start ends on the next day. */
export interface WeeklyHours {
  timeZone: string;
  periods: Array<{ days?: Weekday[]; from: string; to: string }>;
}

/** Selects alerts: all conditions that are set must hold; in a list, one match suffices. */
export interface Route {
  severity?: AlertSeverity[];
  ruleIds?: string[];
  tags?: string[];
  /** West, south, east, north in degrees; west is greater than east across the antimeridian. */
  bbox?: number[];
  geofenceId?: string;
  hours?: WeeklyHours;
}

/** A step of an escalation. */
export interface PolicyStep {
  contactIds: string[];
  /** On-call schedules whose contact of the moment is notified too; absent in policies of earlier versions. */
  onCallIds?: string[];
  /** Minutes between repeated notifications; null: the step notifies once. */
  repeatMinutes: number | null;
  /** Minutes after which the next step begins, or the escalation ends; null in a last step that notifies once. */
  escalateAfterMinutes: number | null;
}

/** Selects the alerts that hold back others. */
export interface Inhibitor {
  ruleIds?: string[];
  tags?: string[];
}

export interface Policy extends Owned {
  name: string;
  enabled: boolean;
  /** An alert follows the policy if one route matches; all alerts do without routes. */
  routes: Route[];
  steps: PolicyStep[];
  /** While an alert of these rules or tags is open, the policy does not notify about others; null: it always does. */
  inhibitedBy: Inhibitor | null;
  titleTemplate: string;
  textTemplate: string;
  /** Whether contacts that were notified learn that the alert was acknowledged or resolved. */
  notifyWhenHandled: boolean;
}

/** The properties of an alert by which policies select it. */
export type Routable = Pick<Alert, 'severity' | 'ruleId' | 'tags' | 'place'>;

/**
 * Returns true if a route matches an alert at a time.
 * @param at in milliseconds
 * @param fences ids of the geofences that contain the alert
 */
export function matchesRoute(route: Route, alert: Routable, at: number, fences: ReadonlySet<string>): boolean {
  const { severity, bbox, geofenceId, hours } = route;
  if (severity !== undefined && !severity.includes(alert.severity)) return false;
  if (!isNamed(route, alert, true)) return false;
  if (bbox !== undefined && (alert.place === null || !isWithin(bbox, alert.place))) return false;
  if (geofenceId !== undefined && !fences.has(geofenceId)) return false;
  return hours === undefined || hours.periods.some((period) => isQuiet({ ...period, timeZone: hours.timeZone }, at));
}

/** Returns true if a policy is about an alert at a time. */
export const matchesPolicy = (
  { routes }: Pick<Policy, 'routes'>,
  alert: Routable,
  at: number,
  fences: ReadonlySet<string>,
): boolean => routes.length === 0 || routes.some((route) => matchesRoute(route, alert, at, fences));

/**
 * Returns true if an alert is one that holds back others. Such an alert is not held back itself, so that alerts of the
 * same kind do not hold back each other.
 */
export const inhibits = (inhibitor: Inhibitor, alert: Pick<Alert, 'ruleId' | 'tags'>): boolean =>
  isNamed(inhibitor, alert, false);

/**
 * Returns true if an enabled policy names an alert as one that holds back others. Such an alert is held back itself
 * only by alerts that fired before it, so that alerts cannot hold back each other in a circle.
 */
export const holdsBackOthers = (
  policies: ReadonlyArray<Pick<Policy, 'enabled' | 'inhibitedBy'>>,
  alert: Pick<Alert, 'ruleId' | 'tags'>,
): boolean =>
  policies.some(({ enabled, inhibitedBy }) => enabled && inhibitedBy !== null && inhibits(inhibitedBy, alert));

/** Returns true if an alert fired before another one; of the same moment, the one with the smaller id did. */
export function firedBefore(one: Pick<Alert, 'id' | 'firedAt'>, other: Pick<Alert, 'id' | 'firedAt'>): boolean {
  const apart = (one.firedAt?.getTime() ?? 0) - (other.firedAt?.getTime() ?? 0);
  return apart === 0 ? one.id < other.id : apart < 0;
}

/** @param both true: rule and tag must match, and an absent one matches; false: one of them suffices */
function isNamed({ ruleIds, tags }: Inhibitor, alert: Pick<Alert, 'ruleId' | 'tags'>, both: boolean): boolean {
  const ofRule = ruleIds?.includes(alert.ruleId) ?? both;
  const ofTag = tags?.some((tag) => alert.tags.includes(tag)) ?? both;
  return both ? ofRule && ofTag : ofRule || ofTag;
}

function isWithin(bbox: number[], { lat, lon }: { lat: number; lon: number }) {
  const [west, south, east, north] = bbox as [number, number, number, number];
  if (lat < south || lat > north) return false;
  return west > east ? lon >= west || lon <= east : lon >= west && lon <= east;
}

/** A notification of an escalation: the step, the number of its earlier notifications, and when it began (ms). */
export interface EscalationPoint {
  step: number;
  repeat: number;
  stepStartedAt: number;
}

/** Returns the notification that follows one at `now`, and its time (ms); undefined: the escalation ends. */
export function pointAfter(
  steps: readonly PolicyStep[],
  { step, repeat, stepStartedAt }: EscalationPoint,
  now: number,
): { point: EscalationPoint; at: number } | undefined {
  const current = steps[step];
  if (current === undefined) return undefined;
  const { repeatMinutes, escalateAfterMinutes } = current;
  const end = escalateAfterMinutes === null ? now : stepStartedAt + escalateAfterMinutes * MINUTE_MS;
  const next = repeatMinutes === null ? Number.POSITIVE_INFINITY : now + repeatMinutes * MINUTE_MS;
  if (next < end) return { point: { step, repeat: repeat + 1, stepStartedAt }, at: next };
  if (step + 1 >= steps.length) return undefined;
  const at = Math.max(end, now);
  return { point: { step: step + 1, repeat: 0, stepStartedAt: at }, at };
}

/** Maximum number of notifications of one escalation to one contact. */
export const MAX_ROUNDS = 500;

/** Returns the number of notifications of an escalation whose alert stays open and unacknowledged. */
export const roundsOf = (steps: readonly PolicyStep[]): number =>
  steps.reduce(
    (sum, { repeatMinutes, escalateAfterMinutes }) =>
      sum +
      (repeatMinutes === null || escalateAfterMinutes === null ? 1 : Math.ceil(escalateAfterMinutes / repeatMinutes)),
    0,
  );
