import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';

/** The properties of a holding that built-in rules can match. */
const matches = ['commodity', 'sector', 'country', 'currency'] as const;
type Match = (typeof matches)[number];

/** A place that a holding depends on. */
export interface PlaceDependency {
  /** The id of the place. */
  place: string;
  /** Fraction of the holding that depends on the place: 0.27 is 27 %. */
  fraction: number;
  reason: string;
  /** `own`: corrected by the account; `instrument`: a fact of the instrument; `built_in`: a rule of this service. */
  basis: 'own' | 'instrument' | 'built_in';
  /** Source of the fraction; `assumption` without a source. */
  source: string;
}

/** The facts about a holding, or about cash; null if unknown. */
export interface HoldingFacts {
  /** Symbol of the holding; null for cash. */
  symbol: string | null;
  /** The currency of cash, or of the prices of the instrument. */
  currency: string;
  assetClass: string | null;
  sector: string | null;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string | null;
}

/** Rules by property and value such as `sector Energy`, and commodities by symbol. */
interface BuiltInRules {
  rules: ReadonlyMap<string, readonly PlaceDependency[]>;
  commodities: ReadonlyMap<string, string>;
}

/** The rules of built-in-mapping.tsv, read when they are first used. */
const builtIn = lazy((): BuiltInRules => {
  const rules = new Map<string, PlaceDependency[]>();
  const commodities = new Map<string, string>();
  const text = readFileSync(new URL('built-in-mapping.tsv', import.meta.url), 'utf8');
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [match, value, place, fraction, reason, source] = line.split('\t') as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    if (match === 'is') commodities.set(value, place);
    else {
      const key = `${match} ${value}`;
      const rule: PlaceDependency = { place, fraction: Number(fraction), reason, basis: 'built_in', source };
      rules.set(key, [...(rules.get(key) ?? []), rule]);
    }
  }
  return { rules, commodities };
});

/** Returns the ids of all places that built-in rules name. */
export const placesOfBuiltInRules = (): string[] => [
  ...new Set([...builtIn().rules.values()].flat().map(({ place }) => place)),
];

/**
 * Returns the places of a holding by the built-in rules. If several rules name a place, the one with the largest
 * fraction counts.
 */
export function builtInShares(facts: HoldingFacts): PlaceDependency[] {
  const largest = new Map<string, PlaceDependency>();
  for (const one of [...ofInstrument(facts), ...ofRules(facts)])
    if (one.fraction > (largest.get(one.place)?.fraction ?? 0)) largest.set(one.place, one);
  return [...largest.values()].sort((a, b) => b.fraction - a.fraction || (a.place < b.place ? -1 : 1));
}

function ofInstrument({ country, assetClass }: HoldingFacts): PlaceDependency[] {
  if (country === null) return [];
  const reason =
    assetClass === 'etf'
      ? 'The fund is domiciled here; correct the mapping if it invests elsewhere.'
      : 'The head office of the issuer is in this country.';
  return [
    {
      place: `country:${country}`,
      fraction: 1,
      reason,
      basis: 'instrument',
      source: 'the instrument, as in GET /markets/instruments/{symbol}',
    },
  ];
}

function ofRules(facts: HoldingFacts): readonly PlaceDependency[] {
  const { symbol, sector, country } = facts;
  const { rules, commodities } = builtIn();
  const values: Record<Match, string | null> = {
    commodity: commodities.get(symbol ?? '') ?? null,
    sector,
    country,
    currency: currencyOf(facts),
  };
  return matches.flatMap((match) => (values[match] === null ? [] : (rules.get(`${match} ${values[match]}`) ?? [])));
}

/**
 * Returns the currency whose country a holding depends on: for cash, its currency; for a currency pair, the base; null
 * for other holdings. The currency of an instrument's prices is no exposure to its country.
 */
function currencyOf({ symbol, currency, assetClass }: HoldingFacts): string | null {
  if (symbol === null) return currency;
  return assetClass === 'fx' ? symbol.slice(0, 3) : null;
}
