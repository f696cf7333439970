import { MINUTE_MS, SECOND_MS } from '../../../../time/durations.js';
import type { Position } from '../../position.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../../sphere.js';
import { type CompactPosition, positionNear, positionOfPair } from './compact-position.js';

/** Maximum time between the two messages of a pair (ms): ICAO Annex 10 and DO-260B, 10 s in flight. */
const PAIR_MS = 10 * SECOND_MS;
/** Time (ms) for which the last position is a reference: an aircraft flies less than 80 NM in it. */
const REFERENCE_MS = 5 * MINUTE_MS;
/** Speed (knots) that no aircraft exceeds, in flight and on the ground, and the error of positions and times (m). */
const MAX_KNOTS = { air: 1_000, ground: 200 } as const;
const SLACK_METERS = 1_500;
/** Distance (m) between receiver and aircraft beyond which a position on the ground or in flight is false. */
const MAX_RANGE_METERS = { air: 800_000, ground: 80_000 } as const;
/** Number of successive impossible positions after which the last position counts as false. */
const MAX_REFUSED = 4;

/** A position with its time of arrival (ms). */
interface Placed extends Position {
  at: number;
}

/** A message with a compact position, and its times: of arrival (ms), and of the receiver's clock (ms) or NaN. */
interface Half extends CompactPosition {
  at: number;
  clockMs: number;
}

/**
 * An aircraft that sends positions. The first position must be confirmed by a second one before it is returned, and
 * later ones must be reachable from the last one, so that an error or a second aircraft with the address gives no
 * position instead of a wrong one.
 */
export class TrackedAircraft {
  seenAt = 0;
  private even?: Half;
  private odd?: Half;
  /** The last position that was returned. */
  private last?: Placed;
  /** A position that waits for its confirmation. */
  private candidate?: Placed;
  private refused = 0;

  /**
   * Returns the position of a message in flight; undefined if it is not known with certainty yet.
   * @param receiver position of the receiver, if it is known
   */
  inFlight(half: Half, receiver?: Position): Position | undefined {
    if (half.isOdd) this.odd = half;
    else this.even = half;
    const { last } = this;
    const isNear = last !== undefined && half.at - last.at <= REFERENCE_MS;
    const found = isNear ? positionNear(half, last, 360) : this.ofPair(half);
    return found && this.confirmed(found, half.at, 'air', receiver);
  }

  /** Returns the position of a message on the ground; undefined without a reference or a confirmation. */
  onGround(half: Half, receiver?: Position): Position | undefined {
    const { last } = this;
    const isNear = last !== undefined && half.at - last.at <= REFERENCE_MS;
    const reference = isNear ? last : receiver;
    // A pair consists of messages in flight alone.
    this.even = undefined;
    this.odd = undefined;
    const found = reference && positionNear(half, reference, 90);
    return found && this.confirmed(found, half.at, 'ground', receiver);
  }

  private ofPair(half: Half): Position | undefined {
    const { even, odd } = this;
    if (even === undefined || odd === undefined || Math.abs(even.at - odd.at) > PAIR_MS) return undefined;
    // A delayed connection delivers messages at once that were received at different times.
    if (Math.abs(even.clockMs - odd.clockMs) > PAIR_MS) return undefined;
    return positionOfPair(even, odd, half.isOdd ? 'odd' : 'even');
  }

  private confirmed(
    found: Position,
    at: number,
    phase: 'air' | 'ground',
    receiver: Position | undefined,
  ): Position | undefined {
    const place = { ...found, at };
    if (receiver !== undefined && metersBetween(receiver, found) > MAX_RANGE_METERS[phase]) return undefined;
    const isKnown = this.last !== undefined && at - this.last.at <= REFERENCE_MS;
    const before = isKnown ? this.last : this.candidate;
    if (before !== undefined && at - before.at <= REFERENCE_MS && isReachable(before, place, phase)) {
      this.last = place;
      this.candidate = undefined;
      this.refused = 0;
      return found;
    }
    if (isKnown) {
      this.refused += 1;
      if (this.refused >= MAX_REFUSED) this.forget();
      return undefined;
    }
    this.candidate = place;
    // The confirmation needs two other messages, since one of this pair may be of another aircraft.
    this.even = undefined;
    this.odd = undefined;
    return undefined;
  }

  private forget(): void {
    this.last = undefined;
    this.candidate = undefined;
    this.even = undefined;
    this.odd = undefined;
    this.refused = 0;
  }
}

const metersBetween = (one: Position, other: Position): number =>
  distanceMeters(one.lat, one.lon, other.lat, other.lon);

const isReachable = (from: Placed, to: Placed, phase: 'air' | 'ground'): boolean =>
  metersBetween(from, to) <=
  SLACK_METERS + MAX_KNOTS[phase] * KNOTS_IN_METERS_PER_SECOND * ((to.at - from.at) / SECOND_MS);
