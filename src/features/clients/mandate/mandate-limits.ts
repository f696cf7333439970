import { type Grouping, groupOf, groupOfCash, groupOfPart, UNKNOWN } from '../../portfolios/allocation/grouping.js';
import type { LookedThrough } from '../../portfolios/look-through/look-through.js';
import type { GroupLimit, MandateTerms } from '../mandate.js';
import { type InstrumentFacts, isFund, type MandateSubject, percent, TOLERANCE } from './mandate-subject.js';

/**
 * The state of a limit. `kept` and `breached` hold for every content of the unknown part; `unverified` depends on it,
 * or on holdings without a price.
 */
export const limitStates = ['kept', 'breached', 'unverified'] as const;
export type LimitState = (typeof limitStates)[number];

/** A limit, and the weights that it was compared with, as fractions of the whole value. */
export interface LimitCheck extends Omit<GroupLimit, 'by' | 'group'> {
  /** `instrument`: the largest weight of one instrument. */
  by: Grouping | 'instrument';
  /** The group; for `instrument` the symbol of the largest one, null if nothing is held. */
  group: string | null;
  state: LimitState;
  /** The known weight; null if the whole value is not positive. */
  weight: number | null;
  /** The weight of what could belong to the group, as its facts are not known. */
  unknownWeight: number;
  detail: string;
}

/** The weights of a client's holdings, with funds replaced by their holdings if they are looked through. */
interface Weights {
  /** Weights by lower-case group; parts whose group is not known are in `unknown`, without sign. */
  groups: Record<Grouping, Map<string, number>>;
  instruments: Map<string, number>;
  /** The largest weight that an unidentified instrument, or further units of a known one, can have. */
  unidentified: number;
  /** Weights of directly held funds whose holdings are not known. */
  opaqueFunds: Map<string, number>;
}

export interface CheckedLimits {
  /** The limit of the largest instrument if funds are looked through, then the limits of groups. */
  limits: LimitCheck[];
  /** Instruments above `maxHoldingWeight` if funds are looked through, the largest first. */
  tooLarge: Array<{ symbol: string; weight: number }>;
}

/**
 * Compares the weights of groups and of the largest instrument with the limits of a mandate. A weight whose group is
 * not known counts neither as inside nor as outside of a group: a limit is kept only if it is kept in both cases.
 * @param looked the holdings of funds by the symbol of the fund; undefined: funds are not looked through
 */
export function checkLimits(
  terms: MandateTerms,
  subject: MandateSubject,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked?: ReadonlyMap<string, LookedThrough>,
): CheckedLimits {
  const { groupLimits, maxHoldingWeight: most } = terms;
  const isSpread = most !== null && looked !== undefined;
  if (groupLimits.length === 0 && !isSpread) return { limits: [], tooLarge: [] };
  const weights = weightsOf(subject, facts, looked);
  const isUnpriced = [...subject.holdings, ...subject.cash].some(({ value }) => value === null);
  const weightIn = (weight: number) => (subject.value > 0 ? weight : null);
  const limits = groupLimits.map((limit) => {
    const groups = weights.groups[limit.by];
    const weight = groups.get(limit.group.toLowerCase()) ?? 0;
    return judged(limit, weightIn(weight), groups.get(UNKNOWN) ?? 0, isUnpriced);
  });
  if (!isSpread) return { limits, tooLarge: [] };
  // A fund whose holdings are not known is one instrument itself, and its holdings may add to any other.
  const { instruments, opaqueFunds, unidentified } = weights;
  const tooLarge = [...instruments, ...opaqueFunds]
    .filter(([, weight]) => weight > most + TOLERANCE)
    .map(([symbol, weight]) => ({ symbol, weight }))
    .sort((one, other) => other.weight - one.weight);
  let largest = tooLarge[0];
  if (largest === undefined)
    for (const [symbol, weight] of instruments) if (weight > (largest?.weight ?? 0)) largest = { symbol, weight };
  const limit = { by: 'instrument', group: largest?.symbol ?? null, minWeight: null, maxWeight: most } as const;
  return { limits: [judged(limit, weightIn(largest?.weight ?? 0), unidentified, isUnpriced), ...limits], tooLarge };
}

function judged(
  limit: Pick<LimitCheck, 'by' | 'group' | 'minWeight' | 'maxWeight'>,
  weight: number | null,
  unknownWeight: number,
  isUnpriced: boolean,
): LimitCheck {
  const { minWeight: least, maxWeight: most } = limit;
  const isAbove = (own: number) => most !== null && own > most + TOLERANCE;
  const isBelow = (own: number) => least !== null && own < least - TOLERANCE;
  const state = (): LimitState => {
    if (weight === null) return 'unverified';
    if (isAbove(weight) || isBelow(weight + unknownWeight)) return 'breached';
    return isAbove(weight + unknownWeight) || isBelow(weight) || isUnpriced ? 'unverified' : 'kept';
  };
  const found = { ...limit, state: state(), weight, unknownWeight };
  return { ...found, detail: detailOf(found) };
}

function detailOf({ by, group, minWeight, maxWeight, weight, unknownWeight }: Omit<LimitCheck, 'detail'>): string {
  const name =
    by === 'instrument' ? `The largest instrument (${group ?? 'nothing is held'})` : `${nameOf[by]} ${group}`;
  const bounds = [
    minWeight === null ? [] : `at least ${percent(minWeight)} is required`,
    maxWeight === null ? [] : `at most ${percent(maxWeight)} is allowed`,
  ]
    .flat()
    .join(', ');
  if (weight === null) return `${name} has no weight, as the value is not positive; ${bounds}.`;
  const unknown = unknownWeight <= TOLERANCE ? '' : `, and up to ${percent(unknownWeight)} more are not known`;
  return `${name} is ${percent(weight)} of the value${unknown}; ${bounds}.`;
}

const nameOf: Readonly<Record<Grouping, string>> = {
  assetClass: 'The asset class',
  currency: 'The currency',
  sector: 'The sector',
  country: 'The country',
};

const groupings = Object.keys(nameOf) as Grouping[];

function weightsOf(
  { value, holdings, cash }: MandateSubject,
  facts: ReadonlyMap<string, InstrumentFacts>,
  looked: ReadonlyMap<string, LookedThrough> | undefined,
): Weights {
  const groups = Object.fromEntries(groupings.map((by) => [by, new Map<string, number>()])) as Weights['groups'];
  const instruments = new Map<string, number>();
  const opaqueFunds = new Map<string, number>();
  let unidentified = 0;
  const add = (weight: number, groupBy: (by: Grouping) => string) => {
    for (const by of groupings) {
      const group = groupBy(by).toLowerCase();
      groups[by].set(group, (groups[by].get(group) ?? 0) + (group === UNKNOWN ? Math.abs(weight) : weight));
    }
  };
  const addInstrument = (symbol: string, weight: number) =>
    instruments.set(symbol, (instruments.get(symbol) ?? 0) + weight);
  for (const { symbol, value: amount } of holdings) {
    const weight = amount === null || value <= 0 ? 0 : amount / value;
    const known = facts.get(symbol);
    const through = looked?.get(symbol);
    if (through === undefined) {
      const isOpaque = looked !== undefined && isFund(known);
      add(weight, (by) => (isOpaque || known === undefined ? UNKNOWN : groupOf({ symbol, ...known }, by)));
      if (!isOpaque) addInstrument(symbol, weight);
      else unidentified += Math.abs(weight);
      if (isOpaque) opaqueFunds.set(symbol, weight);
      continue;
    }
    for (const part of through.parts) {
      const own = weight * part.fraction;
      // The domicile and currency of a fund say nothing about its holdings.
      const isOpaque = part.kind === 'fund' || part.kind === 'unknown';
      add(own, (by) => (isOpaque ? UNKNOWN : groupOfPart(part, by)));
      if (part.kind === 'cash') continue;
      if (isOpaque) unidentified += Math.abs(own);
      else if (part.symbol === null) unidentified += Math.abs(weight) * part.largest;
      else addInstrument(part.symbol, own);
    }
  }
  for (const { currency, value: amount } of cash)
    if (amount !== null && value > 0) add(amount / value, (by) => groupOfCash(currency, by));
  return { groups, instruments, unidentified, opaqueFunds };
}
