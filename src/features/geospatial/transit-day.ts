/** Types of ships of which calls are published, in the order in which they are stored. */
export const transitTypes = ['tanker', 'container', 'dry_bulk', 'general_cargo', 'ro_ro'] as const;
export type TransitType = (typeof transitTypes)[number];

/** The transit calls of a strait or canal, or the calls at a port, on a day, as a publisher states them. */
export interface TransitDay {
  /** The identifier of a strait or canal; the UN/LOCODE of a port. */
  flowId: string;
  /** The day (UTC), such as `2026-11-20`. */
  day: string;
  /** Calls of each type, in the order of `transitTypes`. */
  calls: readonly number[];
}

/** Stores the transit calls that a source has read. */
export abstract class TransitSink {
  /** Returns the latest stored day of some flows; undefined without one. */
  abstract latestDay(flowIds: readonly string[]): Promise<string | undefined>;
  /** Stores days; the publisher revises them, so that later values replace earlier ones. */
  abstract store(days: readonly TransitDay[]): Promise<void>;
}

/** The published transit calls beside the passages of a day. */
export interface ComparedTransits {
  /** Undefined for a day that is not published. */
  calls?: number;
  /** Mean of the same weekday of the eight weeks before; undefined for fewer than four published ones. */
  baseline?: number;
  /** Passages of cargo ships and tankers that were counted, as a fraction of those that the calls make. */
  fraction?: number;
}
