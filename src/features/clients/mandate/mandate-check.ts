import type { LookedThrough } from '../../portfolios/look-through/look-through.js';
import type { MandateTerms } from '../mandate.js';
import { fundBreaches } from './fund-breaches.js';
import type { MandateBreach } from './mandate-breach.js';
import { checkLimits, type LimitCheck } from './mandate-limits.js';
import { type InstrumentFacts, type MandateSubject, percent, TOLERANCE } from './mandate-subject.js';

/** The difference of a weight from its target, as fractions of the whole value. */
export interface TargetDifference {
  /** Symbol of the holding; null for cash. */
  symbol: string | null;
  target: number;
  weight: number;
  /** `weight` minus `target`. */
  difference: number;
  isWithinBands: boolean;
}

export interface MandateCheck {
  /**
   * The fraction of the whole value that would have to be traded to reach the target; null without a target or a value.
   */
  drift: number | null;
  /** Differences from the target, the largest first; empty without a target or a value. */
  targets: TargetDifference[];
  breaches: MandateBreach[];
  /** Held symbols whose country or asset class is unknown although a restriction depends on it. */
  unknownFacts: string[];
  /** Held funds whose holdings are not all known although a restriction depends on them. */
  unknownFunds: string[];
  limits: LimitCheck[];
}

/** Returns the number of breaches, of limits too. A holding above its largest weight counts once. */
export const breachCountOf = ({ breaches, limits }: MandateCheck): number =>
  breaches.length + limits.filter(({ by, state }) => by !== 'instrument' && state === 'breached').length;

/**
 * Compares the holdings of a client with the mandate. Drift is half the sum of the absolute differences from the
 * target, cash included: an excess in one place is missing in another.
 * @param target weights by symbol; cash has the rest; undefined without a target
 * @param facts of the held symbols
 * @param looked the holdings of funds by the symbol of the fund, to which restrictions and limits apply too; undefined:
 * funds are not looked through
 */
export function checkMandate(
  terms: MandateTerms,
  subject: MandateSubject,
  target: ReadonlyMap<string, number> | undefined,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked?: ReadonlyMap<string, LookedThrough>,
): MandateCheck {
  const { value, cashValue, holdings } = subject;
  const weightOf = (amount: number | null): number | null => (amount === null || value <= 0 ? null : amount / value);
  const breaches: MandateBreach[] = [];
  const unknownFacts: string[] = [];
  for (const { symbol, value: amount } of holdings) {
    const weight = weightOf(amount);
    // The domicile of a fund whose holdings are checked says nothing about these.
    const isReplaced = looked?.has(symbol) ?? false;
    const { country: known = null, assetClass = null } = facts.get(symbol) ?? {};
    const country = isReplaced ? null : known;
    const refuse = (code: MandateBreach['code'], detail: string, limit: number | null = null) =>
      breaches.push({ code, symbol, weight, limit, detail });
    if (terms.excludedSymbols.includes(symbol)) refuse('excluded_symbol', `${symbol} must not be held.`);
    if (country !== null && terms.excludedCountries.includes(country))
      refuse('excluded_country', `${symbol} is of ${country}, which is excluded.`);
    if (assetClass !== null && terms.excludedAssetClasses.includes(assetClass))
      refuse('excluded_asset_class', `${symbol} is of the asset class ${assetClass}, which is excluded.`);
    const isUnknown =
      (terms.excludedCountries.length > 0 && country === null && !isReplaced) ||
      (terms.excludedAssetClasses.length > 0 && assetClass === null);
    if (isUnknown) unknownFacts.push(symbol);
    const most = looked === undefined ? terms.maxHoldingWeight : null;
    if (most !== null && weight !== null && weight > most)
      refuse(
        'holding_too_large',
        `${symbol} is ${percent(weight)} of the value; at most ${percent(most)} is allowed.`,
        most,
      );
  }
  const { limits, tooLarge } = checkLimits(terms, subject, facts, looked);
  for (const { symbol, weight } of tooLarge) {
    const limit = terms.maxHoldingWeight ?? 0;
    const detail = `${symbol} is ${percent(weight)} of the value, also through funds; at most ${percent(limit)} is allowed.`;
    breaches.push({ code: 'holding_too_large', symbol, weight, limit, detail });
  }
  const inFunds = looked === undefined ? undefined : fundBreaches(terms, subject, facts, looked);
  breaches.push(...(inFunds?.breaches ?? []));
  const found = { breaches, unknownFacts, unknownFunds: inFunds?.unknownFunds ?? [], limits };
  const [cash, least] = [weightOf(cashValue), terms.minCashWeight];
  if (least !== null && cash !== null && cash < least) {
    const detail = `Cash is ${percent(cash)} of the value; at least ${percent(least)} is required.`;
    breaches.push({ code: 'cash_too_low', symbol: null, weight: cash, limit: least, detail });
  }
  if (target === undefined || cash === null) return { ...found, drift: null, targets: [] };
  const targets = differencesOf(
    terms,
    target,
    new Map(holdings.map(({ symbol, value: amount }) => [symbol, weightOf(amount) ?? 0])),
    cash,
  );
  breaches.push(...targets.filter(({ isWithinBands }) => !isWithinBands).map((one) => bandBreach(terms, one)));
  return { ...found, drift: targets.reduce((sum, { difference }) => sum + Math.abs(difference), 0) / 2, targets };
}

function differencesOf(
  terms: MandateTerms,
  target: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
  cash: number,
): TargetDifference[] {
  const forCash = Math.max(0, 1 - [...target.values()].reduce((sum, weight) => sum + weight, 0));
  const difference = (symbol: string | null, wanted: number, weight: number): TargetDifference => {
    const apart = weight - wanted;
    return {
      symbol,
      target: wanted,
      weight,
      difference: apart,
      isWithinBands: Math.abs(apart) <= bandOf(terms, wanted),
    };
  };
  const symbols = [...new Set([...target.keys(), ...weights.keys()])];
  const all = [
    ...symbols.map((symbol) => difference(symbol, target.get(symbol) ?? 0, weights.get(symbol) ?? 0)),
    difference(null, forCash, cash),
  ];
  return all.sort(
    (a, b) => Math.abs(b.difference) - Math.abs(a.difference) || ((a.symbol ?? '') < (b.symbol ?? '') ? -1 : 1),
  );
}

/**
 * Returns the narrower of the two bands, as a fraction of the whole value. The relative band of a symbol outside the
 * target would be zero, so only the absolute band applies to such a symbol, if there is one.
 */
function bandOf({ absoluteBand, relativeBand }: MandateTerms, target: number): number {
  const relative = relativeBand === null || (target === 0 && absoluteBand !== null) ? Infinity : relativeBand * target;
  return Math.min(absoluteBand ?? Infinity, relative) + TOLERANCE;
}

function bandBreach(terms: MandateTerms, { symbol, target, weight }: TargetDifference): MandateBreach {
  const band = bandOf(terms, target) - TOLERANCE;
  const limit = weight > target ? target + band : Math.max(0, target - band);
  const name = symbol ?? 'Cash';
  const side = weight > target ? 'at most' : 'at least';
  const detail = `${name} is ${percent(weight)} of the value; the target is ${percent(target)}, and ${side} ${percent(limit)} is within its band.`;
  return { code: 'outside_band', symbol, weight, limit, detail };
}
