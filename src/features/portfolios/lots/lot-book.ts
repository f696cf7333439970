import { Decimal, zero } from './decimal.js';

export const lotMethods = ['fifo', 'lifo', 'hifo', 'average'] as const;
/** Which lots a sale takes first: the oldest, the newest, those with the highest unit cost, or a part of all at their average cost. */
export type LotMethod = (typeof lotMethods)[number];

/** The remaining units of one purchase. */
export interface Lot {
  /** The transaction that opened it. */
  id: string;
  /** When it was acquired (ms); a transfer between portfolios keeps it. */
  acquiredAt: number;
  quantity: Decimal;
  /** Of the whole lot, fees included; null: unknown, for holdings that were transferred in without their history. */
  cost: Decimal | null;
}

/** A part of a lot that a sale took. */
export interface TakenLot extends Lot {
  /** Whether nothing of the lot is left. */
  isClosed: boolean;
}

/** There are fewer units than a sale or transfer needs. */
export class NotEnoughUnits extends Error {
  constructor(
    readonly available: Decimal,
    readonly asked: Decimal,
  ) {
    super(`Only ${available.toFixed()} units are held, and ${asked.toFixed()} are needed.`);
  }
}

/**
 * The open lots of one instrument. Costs are exact: a part takes its share of its lot's cost and the rest keeps the difference, so nothing is lost
 * to rounding and a lot that is closed leaves no cost.
 */
export class LotBook {
  private lots: Lot[] = [];

  constructor(private readonly method: LotMethod) {}

  /** In the order of acquisition, then of entry. */
  get open(): readonly Lot[] {
    return this.lots;
  }

  get quantity(): Decimal {
    return this.lots.reduce((sum, { quantity }) => sum.plus(quantity), zero);
  }

  /** Null when the cost of a lot is unknown. */
  get cost(): Decimal | null {
    return this.lots.reduce<Decimal | null>((sum, { cost }) => (sum === null || cost === null ? null : sum.plus(cost)), zero);
  }

  add(lot: Lot): void {
    const later = this.lots.findIndex(({ acquiredAt }) => acquiredAt > lot.acquiredAt);
    this.lots.splice(later < 0 ? this.lots.length : later, 0, lot);
  }

  /**
   * @param ids lots to take, in this order, instead of those that the method chooses
   * @returns the parts taken
   * @throws NotEnoughUnits, and nothing is taken
   */
  take(quantity: Decimal, ids?: readonly string[]): TakenLot[] {
    const candidates = ids === undefined ? this.inOrder() : ids.flatMap((id) => this.lots.filter((lot) => lot.id === id));
    const available = candidates.reduce((sum, lot) => sum.plus(lot.quantity), zero);
    if (available.lt(quantity)) throw new NotEnoughUnits(available, quantity);
    const isAverage = this.method === 'average' && ids === undefined;
    const unitCost = isAverage ? (this.cost?.div(this.quantity) ?? null) : undefined;
    const taken: TakenLot[] = [];
    let left = quantity;
    for (const lot of candidates) {
      if (left.isZero()) break;
      const part = Decimal.min(left, lot.quantity);
      left = left.minus(part);
      taken.push(this.reduce(lot, part, unitCost));
    }
    if (isAverage) this.spread();
    this.lots = this.lots.filter((lot) => !lot.quantity.isZero());
    return taken;
  }

  /** Multiplies quantities; costs stay. @param ratio new units per old unit, above zero */
  split(ratio: Decimal): void {
    for (const lot of this.lots) lot.quantity = lot.quantity.times(ratio);
  }

  /** Moves a share of the cost of every lot to another instrument, as in a spin-off. @returns what was moved, by lot */
  moveCost(share: Decimal): Array<{ lot: Lot; cost: Decimal | null }> {
    return this.lots.map((lot) => {
      const moved = lot.cost?.times(share) ?? null;
      if (lot.cost !== null && moved !== null) lot.cost = lot.cost.minus(moved);
      return { lot, cost: moved };
    });
  }

  private inOrder(): Lot[] {
    if (this.method === 'lifo') return this.lots.toReversed();
    if (this.method !== 'hifo') return [...this.lots];
    const unitCost = ({ cost, quantity }: Lot) => cost?.div(quantity) ?? zero;
    return this.lots.toSorted((a, b) => unitCost(b).comparedTo(unitCost(a)));
  }

  private reduce(lot: Lot, part: Decimal, unitCost: Decimal | null | undefined): TakenLot {
    const isClosed = part.eq(lot.quantity);
    const own = isClosed ? lot.cost : (lot.cost?.times(part).div(lot.quantity) ?? null);
    // At the average cost the last part that is taken can leave a cost to the other lots: `spread` divides it.
    const cost = unitCost === undefined ? own : (unitCost?.times(part) ?? null);
    lot.quantity = lot.quantity.minus(part);
    lot.cost = lot.cost === null || cost === null ? null : lot.cost.minus(cost);
    return { id: lot.id, acquiredAt: lot.acquiredAt, quantity: part, cost, isClosed };
  }

  /** Gives all lots the same unit cost, so that the total stays. */
  private spread(): void {
    const [quantity, cost] = [this.quantity, this.cost];
    if (cost === null) return;
    let left = cost;
    const rest = this.lots.filter((lot) => !lot.quantity.isZero());
    for (const [index, lot] of rest.entries()) {
      lot.cost = index === rest.length - 1 ? left : cost.times(lot.quantity).div(quantity);
      left = left.minus(lot.cost);
    }
  }
}
