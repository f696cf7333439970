/** Reasons for skipping a line; each line without data is counted under one of them. */
export const lineFaults = [
  /** No sentence begins in it: noise, comments, prose. */
  'no_start',
  /** A sentence of something other than AIS: `$GPGGA`, `!AIABK`. */
  'other_sentence',
  /** Longer than is read. */
  'too_long',
  'checksum',
  /** A field is missing, or says what it cannot. */
  'fields',
  /** Empty, or with characters that six bits do not have. */
  'payload',
  'fill_bits',
  /** A later part of a message whose first part is missing. */
  'orphan',
  'json',
] as const;
/** Reasons for skipping a part of a line with data. */
export const messageFaults = [
  /** A tag block without an end or with a wrong checksum is ignored; the sentence of the line is read. */
  'tag_block',
  /** Parts of a message that was never completed. */
  'fragment_lost',
  /** Shorter, or of another length, than its type is. */
  'length',
  /** An invalid sentence within JSON. */
  'entry',
  /** An invalid MMSI. */
  'mmsi',
] as const;

export type AisFault = (typeof lineFaults)[number] | (typeof messageFaults)[number];

/** Counts of lines by outcome: `lines` is the sum of `blank`, `parts`, `complete` and the line faults. */
export class AisCounts {
  /** For a body of JSON, the number of its messages. */
  lines = 0;
  blank = 0;
  /** Lines that held part of a message and were kept until the rest came. */
  parts = 0;
  /** Lines that completed a message. */
  complete = 0;
  /** Messages read, of all types. */
  messages = 0;
  /** Messages by their type, 0–63. */
  readonly byType = new Uint32Array(64);
  /** Reports given on. */
  reports = 0;
  readonly faults: Record<AisFault, number> = Object.fromEntries(
    [...lineFaults, ...messageFaults].map((fault) => [fault, 0]),
  ) as Record<AisFault, number>;
}
