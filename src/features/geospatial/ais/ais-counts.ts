/** Why a line was left out: each line that brings nothing is counted under one of them. */
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
  /** A later part of a message whose beginning was not heard. */
  'orphan',
  'json',
] as const;
/** Why something was left out of a line that brought something, or after it. */
export const messageFaults = [
  /** A tag block without an end or with a wrong checksum: what it says is left out. What sentence there is in the line is read, by its own checksum. */
  'tag_block',
  /** Parts of a message that was never completed. */
  'fragment_lost',
  /** Shorter, or of another length, than its type is. */
  'length',
  /** A sentence within JSON that is none. */
  'entry',
  /** Sent under a number that is nobody's. */
  'mmsi',
] as const;

export type AisFault = (typeof lineFaults)[number] | (typeof messageFaults)[number];

/** What became of the lines: `lines` is `blank`, `parts`, `complete` and the line faults together. */
export class AisCounts {
  /** Of a body of JSON its messages. */
  lines = 0;
  blank = 0;
  /** Lines that held part of a message and were kept until the rest came. */
  parts = 0;
  /** Lines that ended a message, or several, whatever became of it. */
  complete = 0;
  /** Messages read, of all types. */
  messages = 0;
  /** Messages by their type, 0–63. */
  readonly byType = new Uint32Array(64);
  /** Reports given on. */
  reports = 0;
  readonly faults: Record<AisFault, number> = Object.fromEntries([...lineFaults, ...messageFaults].map((fault) => [fault, 0])) as Record<AisFault, number>;
}
