/** Reasons for skipping a line; a skipped line is counted under one of them. */
export const lineFaults = [
  /** The line has no sentence: noise, comments, prose. */
  'no_start',
  /** The sentence is not AIS: `$GPGGA`, `!AIABK`. */
  'other_sentence',
  /** The line exceeds the maximum length. */
  'too_long',
  'checksum',
  /** A field is missing or has an impossible value. */
  'fields',
  /** The payload is empty, or has characters outside the six-bit alphabet. */
  'payload',
  'fill_bits',
  /** The line holds a later part of a message whose first part is missing. */
  'orphan',
  'json',
] as const;
/** Reasons for skipping a part of a line that is otherwise read. */
export const messageFaults = [
  /** A tag block has no end or a wrong checksum; it is ignored, and the sentence of the line is read. */
  'tag_block',
  /** Parts of a message that was never completed. */
  'fragment_lost',
  /** The message is shorter than its type requires, or has an impossible length. */
  'length',
  /** A sentence within JSON is invalid. */
  'entry',
  /** The MMSI is invalid. */
  'mmsi',
] as const;

export type AisFault = (typeof lineFaults)[number] | (typeof messageFaults)[number];

/** Counts of lines by outcome: `lines` is the sum of `blank`, `parts`, `complete` and the line faults. */
export class AisCounts {
  /** Number of lines; for a body of JSON, the number of its messages. */
  lines = 0;
  blank = 0;
  /** Lines that held part of a message and were buffered for the other parts. */
  parts = 0;
  /** Lines that completed a message. */
  complete = 0;
  /** Messages of all types. */
  messages = 0;
  /** Number of messages by type, 0–63. */
  readonly byType = new Uint32Array(64);
  /** Reports passed on. */
  reports = 0;
  readonly faults: Record<AisFault, number> = Object.fromEntries(
    [...lineFaults, ...messageFaults].map((fault) => [fault, 0]),
  ) as Record<AisFault, number>;
}
