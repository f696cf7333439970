import type { Identifier } from '../identifier.js';
import type { IdentifiedListing, LegalEntity } from '../legal-entity.js';

/**
 * The outcomes of a resolution. `resolved`: one listing, or for an LEI or a CIK one company; `ambiguous`: several
 * listings; `not_listed`: a known security without a listing that has a symbol; `unavailable`: a source failed, and the
 * others know nothing.
 */
export const resolutionStatuses = ['resolved', 'ambiguous', 'not_listed', 'unknown', 'invalid', 'unavailable'] as const;
export type ResolutionStatus = (typeof resolutionStatuses)[number];

/** Maximum number of listings of one identifier. */
export const MAX_LISTINGS = 50;

export const sourceOutcomes = ['found', 'unknown', 'unavailable'] as const;

/** The result of one source for an identifier. */
export interface ResolutionSource {
  provider: string;
  outcome: (typeof sourceOutcomes)[number];
  /** Null for a source that could not be read. */
  fetchedAt: Date | null;
  stale: boolean;
}

/** A listing, and the sources that name it. */
export interface ResolvedListing extends IdentifiedListing {
  providers: string[];
}

export interface Resolution {
  given: string;
  identifier: Identifier | null;
  status: ResolutionStatus;
  /** Why, as a sentence. */
  reason: string;
  /** The symbol that is meant; null if none or several may be. */
  symbol: string | null;
  listings: ResolvedListing[];
  entity: LegalEntity | null;
  cik: string | null;
  sources: ResolutionSource[];
}

const nouns = {
  isin: 'ISIN',
  cusip: 'CUSIP',
  figi: 'FIGI',
  lei: 'LEI',
  cik: 'CIK',
  symbol: 'symbol',
  ticker: 'ticker',
};

/**
 * Decides what an identifier means. Several possible listings are never narrowed down by a guess.
 * @param currency the currency of the listing, if the caller knows it
 */
export function decided(
  found: Omit<Resolution, 'status' | 'reason' | 'symbol'>,
  currency: string | undefined,
): Resolution {
  const { identifier, listings, entity, cik, sources } = found;
  const noun = nouns[(identifier as Identifier).kind];
  const symbols = listings.filter(({ symbol }) => symbol !== null);
  const fitting = currency === undefined ? symbols : symbols.filter((one) => one.currency === currency);
  const answer = (status: ResolutionStatus, reason: string): Resolution => ({
    ...found,
    status,
    reason,
    symbol: fitting.length === 1 ? (fitting[0] as ResolvedListing).symbol : null,
  });
  const [only] = fitting;
  if (noun === 'LEI' || noun === 'CIK') {
    if (entity !== null || cik !== null) return answer('resolved', `One company has this ${noun}.`);
  } else if (only !== undefined && fitting.length === 1) {
    const among = symbols.length > 1 ? ` of ${symbols.length} listings` : '';
    return answer(
      'resolved',
      `One listing${among} with this ${noun}${currency ? ` is in ${currency}` : ' is known'} (${only.providers.join(', ')}).`,
    );
  } else if (fitting.length > 1) {
    const hint = currency === undefined ? 'Name a currency, or one of their symbols.' : 'Name one of their symbols.';
    return answer(
      'ambiguous',
      `${fitting.length} listings have this ${noun}${currency ? ` in ${currency}` : ''}. ${hint}`,
    );
  } else if (symbols.length > 0) {
    return answer('not_listed', `No listing with this ${noun} is in ${currency}.`);
  } else if (listings.length > 0 || entity !== null) {
    return answer('not_listed', `This ${noun} is known, but no listing that has a symbol here.`);
  }
  const failed = sources.filter(({ outcome }) => outcome === 'unavailable').map(({ provider }) => provider);
  if (failed.length > 0) return answer('unavailable', `Not answering: ${failed.join(', ')}. Try again later.`);
  const asked = sources.map(({ provider }) => provider).join(', ');
  return answer(
    'unknown',
    sources.length === 0 ? `No source resolves a ${noun}.` : `No source knows this ${noun} (${asked}).`,
  );
}
