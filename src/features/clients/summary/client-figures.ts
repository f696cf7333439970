import { type LookedThrough, together } from '../../portfolios/look-through/look-through.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import type { PortfolioValue } from '../../portfolios/valuation/portfolio-value.js';
import type { ValuationWarning } from '../../portfolios/valuation/valuation.js';
import { checkMandate, type MandateCheck } from '../mandate/mandate-check.js';
import { type InstrumentFacts, isFund } from '../mandate/mandate-subject.js';
import type { Mandate } from '../mandate.js';

/** A client's portfolios and mandate, as stored. */
export interface HeldForClient {
  portfolioIds: readonly string[];
  mandate: Mandate | undefined;
}

/** A missing or doubtful input of a client's figures. */
export interface ClientWarning {
  code: ValuationWarning['code'] | 'model_missing' | 'model_without_value' | 'facts_unknown';
  /** The portfolio that the warning is about; null if it is about the mandate. */
  portfolioId: string | null;
  symbol: string | null;
  detail: string;
}

/** The present holdings of a client, in one currency. */
export interface ClientFigures {
  currency: string;
  /** Value of the holdings that could be valued; `warnings` lists the others. */
  value: Decimal;
  cashValue: Decimal;
  /** Holdings over all portfolios, the largest first; the value is null without a price or rate. */
  holdings: Array<{ symbol: string; quantity: Decimal; value: Decimal | null; weight: number | null }>;
  /** The parts of `cashValue` by currency; null without a rate. */
  cash: Array<{ currency: string; value: Decimal | null }>;
  /** The check of the mandate; null without a mandate. */
  check: MandateCheck | null;
  warnings: ClientWarning[];
}

const zero = new Decimal(0);

/** Adds up the portfolios of a client; portfolios without a value are left out. */
export function combined(
  portfolioIds: readonly string[],
  values: ReadonlyMap<string, PortfolioValue>,
  currency: string,
): ClientFigures {
  const holdings = new Map<string, { symbol: string; quantity: Decimal; value: Decimal | null }>();
  const cash = new Map<string, Decimal | null>();
  const warnings: ClientWarning[] = [];
  let [value, cashValue] = [zero, zero];
  for (const portfolioId of portfolioIds) {
    const own = values.get(portfolioId);
    if (own === undefined) continue;
    [value, cashValue] = [value.plus(own.value), cashValue.plus(own.cashValue)];
    for (const { code, detail, symbol } of own.warnings)
      warnings.push({ code, portfolioId, symbol: symbol ?? null, detail });
    for (const { currency: paid, value: amount } of own.cash) {
      const before = cash.get(paid) ?? (cash.has(paid) ? null : zero);
      cash.set(paid, before && amount && before.plus(amount));
    }
    for (const { symbol, quantity, value: amount } of own.holdings) {
      const before = holdings.get(symbol) ?? { symbol, quantity: zero, value: zero };
      holdings.set(symbol, {
        symbol,
        quantity: before.quantity.plus(quantity),
        value: before.value && amount && before.value.plus(amount),
      });
    }
  }
  const weighted = [...holdings.values()].map((one) => ({
    ...one,
    weight: one.value === null || !value.gt(0) ? null : one.value.div(value).toNumber(),
  }));
  weighted.sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0) || (a.symbol < b.symbol ? -1 : 1));
  const byCurrency = [...cash].map(([paid, amount]) => ({ currency: paid, value: amount }));
  return { currency, value, cashValue, holdings: weighted, cash: byCurrency, check: null, warnings };
}

/**
 * Adds the check of the mandate to the figures of a client.
 * @param facts of the symbols to which restrictions and limits apply
 * @param looked the holdings of funds by the symbol of the fund, for a mandate that looks through funds
 */
export function withCheck(
  figures: ClientFigures,
  mandate: Mandate | undefined,
  values: ReadonlyMap<string, PortfolioValue>,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked: ReadonlyMap<string, LookedThrough>,
): ClientFigures {
  if (mandate === undefined) return figures;
  const warnings = [...figures.warnings];
  const add = (code: ClientWarning['code'], symbol: string | null, detail: string) =>
    warnings.push({ code, portfolioId: null, symbol, detail });
  const target = targetOf(mandate, values);
  if (target === 'model_missing')
    add(target, null, 'The model portfolio of the mandate does not exist any more, so there is no drift.');
  if (target === 'model_without_value')
    add(target, null, 'The model portfolio of the mandate has no value, so there is no drift.');
  const number = (amount: Decimal) => amount.toNumber();
  const holdings = figures.holdings.map(({ symbol, value }) => ({ symbol, value: value && number(value) }));
  const cash = figures.cash.map(({ currency, value }) => ({ currency, value: value && number(value) }));
  const subject = { value: number(figures.value), cashValue: number(figures.cashValue), holdings, cash };
  const isLookedThrough = mandate.lookThrough ? looked : undefined;
  const check = checkMandate(mandate, subject, typeof target === 'string' ? undefined : target, facts, isLookedThrough);
  for (const symbol of check.unknownFacts)
    add(
      'facts_unknown',
      symbol,
      `The country or asset class of ${symbol} is unknown, so its restrictions could not be checked.`,
    );
  for (const symbol of check.unknownFunds)
    add(
      'facts_unknown',
      symbol,
      `Some holdings of ${symbol} are unknown, so restrictions could not be checked for them.`,
    );
  const age = mandate.lookThrough ? ageOf(figures, looked) : '';
  for (const { state, detail } of check.limits)
    if (state === 'unverified') add('facts_unknown', null, `A limit could not be verified. ${detail}${age}`);
  return { ...figures, check, warnings };
}

/** Returns the holdings of the funds of a client together, as fractions of the whole value. */
export function throughFunds(
  { holdings }: ClientFigures,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked: ReadonlyMap<string, LookedThrough>,
): LookedThrough {
  const weights = new Map(holdings.map(({ symbol, weight }) => [symbol, weight ?? 0]));
  const own = new Map([...looked].filter(([symbol]) => weights.has(symbol)));
  const opaqueFunds = [...weights.keys()].filter((symbol) => !own.has(symbol) && isFund(facts.get(symbol)));
  return together(own, weights, opaqueFunds);
}

/** Returns a sentence about the age and the depth of the holdings of funds; empty without known ones. */
function ageOf({ holdings }: ClientFigures, looked: ReadonlyMap<string, LookedThrough>): string {
  const funds = holdings.flatMap(({ symbol }) => looked.get(symbol)?.funds ?? []);
  const [first, ...rest] = funds.map(({ fund }) => fund.asOf);
  if (first === undefined) return '';
  const oldest = rest.reduce((one, other) => (other < one ? other : one), first);
  const depth = Math.max(...funds.map((one) => one.depth)) + 1;
  return ` The holdings of funds are of ${oldest} or later, up to ${depth} ${depth === 1 ? 'fund' : 'funds'} deep.`;
}

/** Returns the target weights by symbol; undefined for a mandate without a target. */
function targetOf(
  { modelPortfolioId, targetWeights }: Mandate,
  values: ReadonlyMap<string, PortfolioValue>,
): ReadonlyMap<string, number> | 'model_missing' | 'model_without_value' | undefined {
  if (targetWeights !== null) return new Map(targetWeights.map(({ symbol, weight }) => [symbol, weight]));
  if (modelPortfolioId === null) return undefined;
  const model = values.get(modelPortfolioId);
  if (model === undefined) return 'model_missing';
  if (!model.value.gt(0)) return 'model_without_value';
  return new Map(
    model.holdings.flatMap(({ symbol, value }) =>
      value === null ? [] : [[symbol, value.div(model.value).toNumber()] as const],
    ),
  );
}
