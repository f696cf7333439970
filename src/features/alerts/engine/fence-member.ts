import { SECOND_MS } from '../../../time/durations.js';
import type { GeofenceLeaf } from '../condition.js';
import type { StoredValue } from './engine-rule.js';
import { milliseconds } from './milliseconds.js';
import type { TransitionObservation } from './observation.js';
import type { WatchedLeaf } from './watched-rule.js';

/** A leaf about exits stays true for this long after an exit (ms), unless the entity enters again. */
const EXIT_MS = 60 * SECOND_MS;

/**
 * Reasons of transitions in which the entity crossed the border. In transitions with other reasons, the entity already
 * was inside, or is merely no longer known to be inside.
 */
const crossings = new Set(['crossed', 'fence_moved']);

/** Reason of a transition of an entity that is inside when it is first seen, or seen again. */
const APPEARED = 'appeared';

/**
 * An entity that is or recently was inside a geofence. Times in milliseconds; null if the transition did not happen.
 */
export interface FenceMember {
  entity: string;
  isInside: boolean;
  /** Time of the last transition. */
  at: number;
  enteredAt: number | null;
  /** Whether the entity crossed the border into the geofence; false if it was inside when first known. */
  hasEntered: boolean;
  /** Whether the entity was inside when it was first seen, or seen again after a silence. */
  hasAppeared: boolean;
  dwelledAt: number | null;
  exitedAt: number | null;
  /** Until when a leaf about exits is true; null if there was no exit across the border. */
  exitEndsAt: number | null;
  shipType: string | null;
  reason: string;
  eventId: string | null;
}

/** Returns the member after a transition; undefined if the transition is late or a repetition. */
export function memberAfter(
  before: FenceMember | undefined,
  seen: TransitionObservation,
  now: number,
): FenceMember | undefined {
  const { entity, transition, at, reason, eventId } = seen;
  // Transitions come in order, so one with the same time is a repetition only if it has the same kind.
  if (before !== undefined && (at < before.at || (at === before.at && transition === kindOf(before)))) return undefined;
  const shipType = seen.shipType ?? before?.shipType ?? null;
  const isKnownInside = before?.isInside === true;
  const common = { entity, at, shipType, reason, eventId };
  if (transition === 'exit')
    return {
      ...common,
      isInside: false,
      enteredAt: before?.enteredAt ?? null,
      hasEntered: false,
      hasAppeared: false,
      dwelledAt: null,
      exitedAt: at,
      exitEndsAt: crossings.has(reason) ? Math.max(at, now) + EXIT_MS : null,
    };
  const enteredAt = isKnownInside && before.enteredAt !== null ? before.enteredAt : at - milliseconds(seen.staySeconds);
  const hasEntered = isKnownInside ? before.hasEntered : transition === 'enter' && crossings.has(reason);
  const hasAppeared = isKnownInside ? before.hasAppeared : transition === 'enter' && reason === APPEARED;
  const dwelledAt = transition === 'dwell' ? at : isKnownInside ? before.dwelledAt : null;
  return { ...common, isInside: true, enteredAt, hasEntered, hasAppeared, dwelledAt, exitedAt: null, exitEndsAt: null };
}

const kindOf = ({ isInside, dwelledAt, at }: FenceMember) =>
  !isInside ? 'exit' : dwelledAt === at ? 'dwell' : 'enter';

/** Whether a leaf is true for a member. */
export function isTrueFor({ leaf, armedAt }: WatchedLeaf<GeofenceLeaf>, member: FenceMember, now: number): boolean {
  const { entity, entityType, shipType, transition, includeAppeared = false } = leaf;
  if (entity !== undefined && member.entity !== entity) return false;
  if (entityType !== undefined && !member.entity.startsWith(`${entityType}:`)) return false;
  if (shipType !== undefined && member.shipType !== shipType) return false;
  if (transition === 'inside') return member.isInside;
  if (transition === 'enter') {
    const cameIn = member.hasEntered || (includeAppeared && member.hasAppeared);
    return member.isInside && cameIn && (member.enteredAt as number) >= armedAt;
  }
  if (transition === 'exit')
    return member.exitEndsAt !== null && (member.exitedAt as number) >= armedAt && now < member.exitEndsAt;
  const dwellsAt = dwellsFrom(leaf, member);
  return dwellsAt !== null && now >= dwellsAt;
}

/** Returns when the truth of a leaf changes next without an observation, after `now` (ms); infinite if never. */
export function nextChange({ leaf }: WatchedLeaf<GeofenceLeaf>, member: FenceMember, now: number): number {
  const change =
    leaf.transition === 'exit' ? member.exitEndsAt : leaf.transition === 'dwell' ? dwellsFrom(leaf, member) : null;
  return change !== null && change > now ? change : Number.POSITIVE_INFINITY;
}

function dwellsFrom({ minDwellSeconds }: GeofenceLeaf, { isInside, enteredAt, dwelledAt }: FenceMember): number | null {
  if (!isInside) return null;
  return minDwellSeconds === undefined || enteredAt === null ? dwelledAt : enteredAt + milliseconds(minDwellSeconds);
}

/** Stores members as lists of values, because a rule can have many. */
export const storeMember = (member: FenceMember): StoredValue => [
  member.entity,
  member.isInside,
  member.at,
  member.enteredAt,
  member.hasEntered,
  member.dwelledAt,
  member.exitedAt,
  member.exitEndsAt,
  member.shipType,
  member.reason,
  member.eventId,
  member.hasAppeared,
];

export function restoreMember(stored: StoredValue): FenceMember {
  // States that older versions stored have no last value.
  const [
    entity,
    isInside,
    at,
    enteredAt,
    hasEntered,
    dwelledAt,
    exitedAt,
    exitEndsAt,
    shipType,
    reason,
    eventId,
    appeared,
  ] = stored as never[];
  const hasAppeared = appeared === true;
  return {
    entity,
    isInside,
    at,
    enteredAt,
    hasEntered,
    hasAppeared,
    dwelledAt,
    exitedAt,
    exitEndsAt,
    shipType,
    reason,
    eventId,
  } as unknown as FenceMember;
}
