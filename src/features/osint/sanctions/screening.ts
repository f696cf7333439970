import { isImoNumber, isMaritimeIdentity } from '../../../extraction/check-numbers.js';
import { MATCH_SCORE, type NameReason } from '../names/match-names.js';
import type { NameKind } from '../names/name-words.js';
import type { SanctionedType } from './sanctioned-entity.js';
import { type ListedEntity, nameKindOf, type SanctionsSnapshot } from './sanctions-snapshot.js';

/** Properties other than the name that raise or lower a score. */
export const qualifierReasons = ['same_identifier', 'different_country', 'different_birth_year'] as const;

/** A reason of a match. */
export interface MatchReason {
  code: NameReason['code'] | (typeof qualifierReasons)[number];
  /** The compared parts, of the query and of the entry; empty if one of them has no such part. */
  parts: readonly [string, string];
}

export interface SanctionsMatch {
  entity: ListedEntity;
  /** The matching name or identifier, as listed. */
  matched: string;
  score: number;
  reasons: MatchReason[];
}

export interface ScreeningQuery {
  text: string;
  types?: readonly SanctionedType[];
  minScore?: number;
  /** Country code (ISO 3166-1 alpha-2). */
  country?: string;
  birthYear?: number;
  limit?: number;
}

/** Deductions from the score for another country, and for another year of birth. */
const COUNTRY_PENALTY = 0.1;
const BIRTH_PENALTY = 0.15;
const YEARS_APART = 1;
const ALL_TYPES: readonly SanctionedType[] = ['person', 'organization', 'vessel', 'aircraft'];

/** Returns the identifiers that a text may be, by its format. */
function identifiersIn(text: string): Array<[type: string, value: string]> {
  const plain = text.trim();
  const number = plain.replace(/^(?:IMO|MMSI)[\s:#]*/i, '');
  if (isImoNumber(number)) return [['imo', number]];
  if (isMaritimeIdentity(number)) return [['mmsi', number]];
  if (/^[0-9A-Fa-f]{6}$/.test(plain)) return [['icao24', plain]];
  if (/^(?:0x[0-9a-fA-F]{40}|bc1[0-9a-z]{20,80}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(plain))
    return [['wallet', plain]];
  if (/^[A-Z0-9]{1,3}-?[A-Z0-9]{2,6}$/i.test(plain) && /\d/.test(plain))
    return ['callsign', 'registration', 'registration_number'].map((type) => [type, plain]);
  return plain.includes('@') ? [['email', plain]] : [];
}

/**
 * Finds the entries that a text may mean: by an identifier, else by name. The best come first; entries with equal
 * scores are in the order of their lists.
 */
export function screen(snapshot: SanctionsSnapshot, query: ScreeningQuery): SanctionsMatch[] {
  const { text, types = ALL_TYPES, minScore = MATCH_SCORE, limit = 50 } = query;
  const exact = identifiersIn(text).flatMap(([type, value]) =>
    snapshot.withIdentifier(type, value).map(
      (entity): SanctionsMatch => ({
        entity,
        matched: value,
        score: 1,
        reasons: [{ code: 'same_identifier', parts: [type, type] }],
      }),
    ),
  );
  const kinds = [...new Set(types.map(nameKindOf))];
  const byName = exact.length > 0 ? [] : namesMatching(snapshot, query, kinds, minScore, limit);
  const found = [...exact, ...byName]
    .filter(({ entity }) => types.includes(entity.type))
    .map((match) => qualified(match, query));
  return found
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

function namesMatching(
  snapshot: SanctionsSnapshot,
  { text }: ScreeningQuery,
  kinds: readonly NameKind[],
  minScore: number,
  limit: number,
): SanctionsMatch[] {
  return snapshot.names.find(text, { kinds, minScore, limit: limit * 2 }).map(({ owner, name, score, reasons }) => {
    return { entity: snapshot.entities[owner] as ListedEntity, matched: name, score, reasons };
  });
}

/**
 * Lowers the score of a match for contradicting properties. Unknown values do not contradict, and an equal identifier
 * outweighs contradictions.
 */
function qualified(match: SanctionsMatch, { country, birthYear }: ScreeningQuery): SanctionsMatch {
  if (match.reasons[0]?.code === 'same_identifier') return match;
  const { entity } = match;
  const reasons = [...match.reasons];
  let { score } = match;
  if (country !== undefined && entity.countries.length > 0 && !entity.countries.includes(country)) {
    score -= COUNTRY_PENALTY;
    reasons.push({ code: 'different_country', parts: [country, entity.countries.join(' ')] });
  }
  const years = entity.birthDates.flatMap((date) => /\b(?:19|20)\d\d\b/g.exec(date)?.[0] ?? []);
  if (
    birthYear !== undefined &&
    years.length > 0 &&
    !years.some((year) => Math.abs(Number(year) - birthYear) <= YEARS_APART)
  ) {
    score -= BIRTH_PENALTY;
    reasons.push({ code: 'different_birth_year', parts: [String(birthYear), years.join(' ')] });
  }
  return { ...match, score: Math.round(Math.max(0, score) * 1000) / 1000, reasons };
}
