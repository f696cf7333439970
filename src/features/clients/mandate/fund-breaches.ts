import { groupOfPart } from '../../portfolios/allocation/grouping.js';
import type { FundPart, LookedThrough } from '../../portfolios/look-through/look-through.js';
import type { MandateTerms } from '../mandate.js';
import type { MandateBreach } from './mandate-breach.js';
import { type InstrumentFacts, isFund, type MandateSubject, percent, TOLERANCE } from './mandate-subject.js';

/** The restrictions that the holdings of funds violate. */
export interface FundBreaches {
  /** One breach for each fund and excluded symbol, country or asset class. */
  breaches: MandateBreach[];
  /** Held funds with holdings that cannot be checked, as these or their facts are not known. */
  unknownFunds: string[];
}

interface Exclusion {
  code: MandateBreach['code'];
  name: string;
  fraction: number;
}

/**
 * Checks the holdings of funds against the restrictions of a mandate. Short positions are not held.
 * @param looked the holdings of funds by the symbol of the fund
 */
export function fundBreaches(
  terms: MandateTerms,
  { value, holdings }: MandateSubject,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked: ReadonlyMap<string, LookedThrough>,
): FundBreaches {
  const { excludedSymbols, excludedCountries, excludedAssetClasses } = terms;
  const breaches: MandateBreach[] = [];
  const unknownFunds: string[] = [];
  if (excludedSymbols.length + excludedCountries.length + excludedAssetClasses.length === 0)
    return { breaches, unknownFunds };
  for (const { symbol: fund, value: amount } of holdings) {
    const through = looked.get(fund);
    if (through === undefined ? isFund(facts.get(fund)) : through.parts.some((part) => isUncheckable(part, terms)))
      unknownFunds.push(fund);
    const held = amount === null || value <= 0 ? null : amount / value;
    for (const { code, name, fraction } of exclusionsOf(through?.parts ?? [], terms)) {
      const weight = held === null ? null : held * fraction;
      const what =
        code === 'excluded_symbol'
          ? name
          : code === 'excluded_country'
            ? `instruments of ${name}`
            : `the class ${name}`;
      const much = weight === null ? '' : ` (${percent(weight)} of the value)`;
      const detail = `${fund} holds ${what}${much}, which must not be held.`;
      breaches.push({ code, symbol: code === 'excluded_symbol' ? name : fund, weight, limit: null, detail });
    }
  }
  return { breaches, unknownFunds };
}

/** Returns the excluded symbols, countries and asset classes of a fund, each with its fraction of the fund. */
function exclusionsOf(parts: readonly FundPart[], terms: MandateTerms): Exclusion[] {
  const found = new Map<string, Exclusion>();
  const add = (code: Exclusion['code'], name: string, fraction: number) => {
    const known = found.get(`${code} ${name}`) ?? { code, name, fraction: 0 };
    found.set(`${code} ${name}`, { ...known, fraction: known.fraction + fraction });
  };
  const classes: readonly string[] = terms.excludedAssetClasses;
  for (const part of parts) {
    const { symbol, country, fraction } = part;
    const assetClass = groupOfPart(part, 'assetClass');
    if (symbol !== null && terms.excludedSymbols.includes(symbol)) add('excluded_symbol', symbol, fraction);
    if (country !== null && terms.excludedCountries.includes(country)) add('excluded_country', country, fraction);
    if (classes.includes(assetClass)) add('excluded_asset_class', assetClass, fraction);
  }
  return [...found.values()].filter(({ fraction }) => fraction > TOLERANCE);
}

/** Returns true for a part that could be excluded, as its instrument or its facts are not known. */
function isUncheckable({ kind, symbol, country, fraction }: FundPart, terms: MandateTerms): boolean {
  if (Math.abs(fraction) <= TOLERANCE || kind === 'cash') return false;
  if (kind === 'unknown' || kind === 'fund') return true;
  return (
    (terms.excludedCountries.length > 0 && country === null) ||
    (terms.excludedSymbols.length > 0 && symbol === null && kind === 'equity')
  );
}
