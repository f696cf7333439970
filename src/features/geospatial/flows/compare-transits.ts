import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { type ComparedTransits, type TransitDay, transitTypes } from '../transit-day.js';
import {
  BASELINE_WEEKS,
  type FlowBucket,
  type FlowInterval,
  MIN_BASELINE_WEEKS,
  type PassageFilter,
} from './flow-series.js';

/** Minimum fraction of a day that was counted, for a comparison with its transit calls. */
const MIN_COUNTED = 0.9;

interface TransitComparison {
  interval: FlowInterval;
  filter: PassageFilter;
  /** False for simulated passages, which say nothing about real ones. */
  isComparable: boolean;
  /** Number of passages that a call makes: one through a strait, two at a port, in and out. */
  passagesPerCall: 1 | 2;
}

/**
 * Returns the transit calls beside each bucket of a day: of tankers, of other ships, or of both, as the filter of the
 * passages asks for. They are unknown by flag, direction and deadweight, and so undefined with these filters.
 */
export function compareTransits(
  buckets: readonly FlowBucket[],
  published: readonly TransitDay[],
  { interval, filter, isComparable, passagesPerCall }: TransitComparison,
): ComparedTransits[] {
  const { shipType = ['tanker', 'cargo'], flag, direction, deadweight } = filter;
  const isSpecial = flag !== undefined || direction !== undefined || deadweight !== undefined;
  const types = transitTypes.map((type) => shipType.includes(type === 'tanker' ? 'tanker' : 'cargo'));
  if (interval !== 'day' || isSpecial || !types.includes(true)) return buckets.map(() => ({}));
  const calls = new Map(
    published.map(({ day, calls: of }) => [day, of.reduce((sum, count, at) => sum + (types[at] ? count : 0), 0)]),
  );
  return buckets.map(({ time, counted, merchant }) => {
    const found = calls.get(dayOf(time));
    const before = Array.from({ length: BASELINE_WEEKS }, (_, week) =>
      calls.get(dayOf(time - (week + 1) * 7 * DAY_MS)),
    );
    const known = before.filter((count) => count !== undefined);
    const mean = known.reduce((sum, count) => sum + count, 0) / known.length;
    return {
      calls: found,
      baseline: known.length < MIN_BASELINE_WEEKS ? undefined : mean,
      fraction: isComparable && found && counted >= MIN_COUNTED ? merchant / (found * passagesPerCall) : undefined,
    };
  });
}
