import { SECOND_MS } from '../../../time/durations.js';
import type { GeofenceLeaf } from '../condition.js';
import type { StoredValue } from './engine-rule.js';
import { milliseconds } from './milliseconds.js';
import type { TransitionObservation } from './observation.js';
import type { WatchedLeaf } from './watched-rule.js';

/** An exit is true this long (ms), if the entity does not enter again before. */
const EXIT_MS = 60 * SECOND_MS;

/**
 * The reasons for which an entity really came in or went out; for the others it was inside already, or is only no
 * longer known to be inside.
 */
const crossings = new Set(['crossed', 'fence_moved']);

/** The reason of an entity that is inside when it is first seen, or seen again. */
const APPEARED = 'appeared';

/** An entity that is inside a geofence, or was until recently. Times in milliseconds; null if it did not happen. */
export interface FenceMember {
  entity: string;
  isInside: boolean;
  /** When the last transition happened. */
  at: number;
  enteredAt: number | null;
  /** Whether it came in, instead of being inside when it was first known. */
  hasEntered: boolean;
  /** Whether it was inside when it was first seen, or seen again after a silence. */
  hasAppeared: boolean;
  dwelledAt: number | null;
  exitedAt: number | null;
  /** Until when an exit is true; null if it is no longer known to be inside without having left. */
  exitEndsAt: number | null;
  shipType: string | null;
  reason: string;
  eventId: string | null;
}

/** The member after a transition; undefined if the transition is late or repeated and changes nothing. */
export function memberAfter(
  before: FenceMember | undefined,
  seen: TransitionObservation,
  now: number,
): FenceMember | undefined {
  const { entity, transition, at, reason, eventId } = seen;
  // The log is in order, so a transition of the same time is a repetition only if it is of the same kind.
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
  const { entityType, shipType, transition, includeAppeared = false } = leaf;
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

/** When a leaf changes without an observation, after `now`; infinite: never. */
export function nextChange({ leaf }: WatchedLeaf<GeofenceLeaf>, member: FenceMember, now: number): number {
  const change =
    leaf.transition === 'exit' ? member.exitEndsAt : leaf.transition === 'dwell' ? dwellsFrom(leaf, member) : null;
  return change !== null && change > now ? change : Number.POSITIVE_INFINITY;
}

function dwellsFrom({ minDwellSeconds }: GeofenceLeaf, { isInside, enteredAt, dwelledAt }: FenceMember): number | null {
  if (!isInside) return null;
  return minDwellSeconds === undefined || enteredAt === null ? dwelledAt : enteredAt + milliseconds(minDwellSeconds);
}

/** Members as lists of values, because a rule can have many. */
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
  // States of older versions have no last value.
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
