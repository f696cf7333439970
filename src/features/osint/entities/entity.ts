import { entityKinds } from '../../../extraction/entity-mention.js';
import type { Aircraft } from '../../geospatial/aircraft.js';
import type { Vessel } from '../../geospatial/vessel.js';
import type { ArticleView } from '../../news/articles/article-view.js';
import type { ListedEntity } from '../sanctions/sanctions-snapshot.js';
import type { SanctionsMatch } from '../sanctions/screening.js';
import type { Vulnerability } from '../vulnerabilities/vulnerability.js';

/** Kinds of entities that have a page. */
export const pageKinds = [...entityKinds, 'symbol'] as const;
export type PageKind = (typeof pageKinds)[number];

/** An entity in a list of results. */
export interface EntitySummary {
  /** Key of the entity: `<kind>:<id>`. */
  id: string;
  kind: PageKind;
  name: string;
  /** The source in which the entity was found, with details. */
  detail: string;
  /** Confidence from 0 to 1. */
  score: number;
}

/** An article or an event that mentions an entity. */
export interface Mention {
  kind: 'article' | 'event';
  id: string;
  /** Position of an event in the log; null for an article. Never shown to callers. */
  position: number | null;
  title: string;
  time: Date;
  /** Name of the publication, or type of the event. */
  source: string;
  url: string | null;
}

export const articleMention = ({ id, title, publishedAt: time, sourceName: source, url }: ArticleView): Mention => ({
  kind: 'article',
  id,
  position: null,
  title,
  time,
  source,
  url,
});

/** An entity with its live state, sanctions, vulnerability and latest mentions. */
export interface EntityProfile {
  id: string;
  kind: PageKind;
  name: string;
  /** Other keys of the entity. */
  alsoKnownAs: string[];
  live: Vessel | Aircraft | null;
  listed: ListedEntity | null;
  sanctions: SanctionsMatch[];
  vulnerability: Vulnerability | null;
  mentions: Mention[];
}

const ENTITY = /^([a-z][a-z_]*):(.{1,240})$/su;

/** Splits a key into kind and id; undefined for a kind without a page. */
export function parsePageEntity(entity: string): { kind: PageKind; id: string } | undefined {
  const [, kind, id] = ENTITY.exec(entity) ?? [];
  const known = pageKinds.find((one) => one === kind);
  return known === undefined || id === undefined ? undefined : { kind: known, id };
}

/** Returns the key of a name in a text: the name in lower case, with `_` for blanks. */
export const nameKey = (kind: 'person' | 'organization' | 'vessel', name: string): string =>
  `${kind}:${name.toLowerCase().replace(/[\s,]+/g, '_')}`;
