import type { RuleState, StoredInstance, StoredValue } from './engine-rule.js';
import { restoreMember, storeMember } from './fence-member.js';

/**
 * Length (ms) of the range before the new time of a clock that was set back. Observations that would be in the future
 * are moved into this range, in their order, so that all later observations are newer.
 */
const SQUEEZED_MS = 1_000;

/**
 * Returns a stored state adjusted to `now`, if the clock was set back since it was stored. Waits keep their remaining
 * time; times that users set stay.
 */
export function stepBack(state: RuleState, now: number): RuleState {
  const step = state.savedAt - now;
  if (step <= 0) return state;
  const start = now - SQUEEZED_MS;
  const squeezed = (time: number) =>
    time <= start ? time : start + ((time - start) * (SQUEEZED_MS - 1)) / (step + SQUEEZED_MS);
  return {
    ...state,
    savedAt: now,
    instances: state.instances.map((instance) => shifted(instance, step)),
    leaves: Object.fromEntries(
      Object.entries(state.leaves).map(([pointer, leaf]) => [pointer, withTimes(leaf, squeezed, step) as typeof leaf]),
    ),
  };
}

function shifted({ since, recoveringSince, cooldownUntil, ...instance }: StoredInstance, step: number): StoredInstance {
  const waits = Object.entries({ since, recoveringSince, cooldownUntil }).flatMap(([name, time]) =>
    time === undefined ? [] : [[name, time - step]],
  );
  return { ...instance, ...Object.fromEntries(waits) };
}

/** Adjusts a stored leaf, whose times are in `at` and `armedAt` and whose geofence members are lists. */
function withTimes(value: StoredValue, observed: (time: number) => number, step: number): StoredValue {
  if (Array.isArray(value))
    return value.map((one) =>
      Array.isArray(one) ? memberWithTimes(one, observed, step) : withTimes(one, observed, step),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      (name === 'at' || name === 'armedAt') && typeof one === 'number' ? observed(one) : withTimes(one, observed, step),
    ]),
  );
}

function memberWithTimes(stored: StoredValue, observed: (time: number) => number, step: number): StoredValue {
  const { at, enteredAt, dwelledAt, exitedAt, exitEndsAt, ...member } = restoreMember(stored);
  const happened = (time: number | null) => (time === null ? null : observed(time));
  return storeMember({
    ...member,
    at: observed(at),
    enteredAt: happened(enteredAt),
    dwelledAt: happened(dwelledAt),
    exitedAt: happened(exitedAt),
    exitEndsAt: exitEndsAt === null ? null : exitEndsAt - step,
  });
}
