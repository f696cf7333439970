/** The kinds of entities found in texts. */
export const entityKinds = [
  'person',
  'organization',
  'vessel',
  'imo',
  'aircraft',
  'registration',
  'callsign',
  'domain',
  'ip',
  'email',
  'cve',
  'wallet',
  'sanctioned',
] as const;
export type EntityKind = (typeof entityKinds)[number];

/**
 * Evidence for an entity: `checksum` is its format and a check digit, `format` its format alone, `list` a list of
 * names, `context` the words around it.
 */
export const foundBy = ['checksum', 'format', 'list', 'context'] as const;

/** A passage of a text that names an entity. */
export interface EntityMention {
  kind: EntityKind;
  /** Key `<kind>:<id>`, the same for every spelling: `cve:CVE-2021-44228`. */
  key: string;
  /** The name or the number in its usual form. */
  name: string;
  /** The passage as written in the text. */
  text: string;
  /** UTF-16 positions in the text; `end` is exclusive. */
  start: number;
  end: number;
  /** Confidence from 0.5 to 1. */
  confidence: number;
  foundBy: (typeof foundBy)[number];
}
