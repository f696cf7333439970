import { type CostOrigin, type CostOrigins, CostPool, type RateOfLot } from './cost-pool.js';
import { Decimal, zero } from './decimal.js';

export const lotMethods = ['fifo', 'lifo', 'hifo', 'average'] as const;
/**
 * The lots that a sale takes: the oldest first (`fifo`), the newest first (`lifo`), the highest unit cost first
 * (`hifo`), or a part of all lots at their average cost (`average`).
 */
export type LotMethod = (typeof lotMethods)[number];

/** The remaining units of one purchase. */
export interface Lot {
  /** Id of the transaction that opened the lot. */
  id: string;
  /** Time of acquisition (ms since 1970); a transfer between portfolios keeps it. */
  acquiredAt: number;
  quantity: Decimal;
  /** Cost of the whole lot, fees included; null: unknown, for units that were transferred in without their cost. */
  cost: Decimal | null;
}

/** The part of a lot that a sale took. */
export interface TakenLot extends Lot {
  /** True when nothing of the lot remains. */
  isClosed: boolean;
  /**
   * Exchange rate of the cost to the base currency that was entered with the purchase (for the average cost method, an
   * average); null: the rate of the day of the purchase applies.
   */
  costRate: Decimal | null;
  /**
   * For the average cost method, the purchases that the cost consists of; null for other methods, which use the cost of
   * the lot itself.
   */
  costOrigins: CostOrigins | null;
}

/** Thrown when a sale or transfer needs more units than there are. */
export class NotEnoughUnits extends Error {
  constructor(
    readonly available: Decimal,
    readonly asked: Decimal,
  ) {
    super(`Only ${available.toFixed()} units are held, and ${asked.toFixed()} are needed.`);
  }
}

/**
 * Holds the open lots of one instrument. Costs are exact: a sold part takes its fraction of the lot's cost and the rest
 * keeps the difference, so nothing is lost to rounding, and a closed lot has no cost left. The running time of `take`
 * grows with the number of lots that it takes, not with the number of all open lots.
 */
export class LotBook {
  /** Lots in the order of acquisition, then of entry. Closed lots in the middle are removed from time to time. */
  private lots: Lot[] = [];
  private readonly byId = new Map<string, Lot>();
  /**
   * For HIFO, the lots by unit cost, the highest first. Splits and moved costs change all unit costs by the same
   * factor.
   */
  private byCost: Array<{ lot: Lot; unitCost: Decimal }> = [];
  private held = zero;
  /** Sum of the known costs, and the number of lots with an unknown cost. */
  private knownCost = zero;
  private unknown = 0;
  /** For the average cost method, the number of lots at the start whose total `cost` is not yet divided among them. */
  private averaged = { count: 0, cost: zero };

  /** For the average cost method, the purchases that the cost consists of; null for other methods. */
  private pool: CostPool | null;

  constructor(
    private readonly method: LotMethod,
    private readonly rateOf: RateOfLot = () => null,
  ) {
    this.pool = method === 'average' ? new CostPool(rateOf) : null;
  }

  /** Open lots in the order of acquisition, then of entry. */
  get open(): readonly Lot[] {
    this.divideCost();
    this.lots = this.lots.filter(isOpen);
    return this.lots;
  }

  get quantity(): Decimal {
    return this.held;
  }

  /** Total cost; null when the cost of a lot is unknown. */
  get cost(): Decimal | null {
    return this.unknown > 0 ? null : this.knownCost;
  }

  /**
   * The purchases that the cost consists of. For the average cost method their units may have been sold since; for
   * other methods they are the open lots.
   */
  get costOrigins(): readonly CostOrigin[] {
    return this.pool?.parts() ?? this.open;
  }

  /**
   * Returns the cost in another currency.
   * @param rateAt returns the rate on the day of a purchase; null: unknown
   * @returns null when a cost or a rate is unknown
   */
  costIn(rateAt: (origin: CostOrigin) => Decimal | null): Decimal | null {
    if (this.unknown > 0) return null;
    return this.costOrigins.reduce<Decimal | null>((sum, origin) => {
      const rate = rateAt(origin);
      return sum === null || origin.cost === null || rate === null ? null : sum.plus(origin.cost.times(rate));
    }, zero);
  }

  /** Adds a lot. @param origins the purchases of its cost, when units come from another holding */
  add(lot: Lot, origins: readonly CostOrigin[] = [lot]): void {
    for (const origin of this.pool === null ? [] : origins) this.pool?.add(origin);
    // The search starts at the end, since nearly every lot is the latest, so that adding many purchases takes linear
    // time.
    const before = this.lots.findLastIndex(({ acquiredAt }) => acquiredAt <= lot.acquiredAt);
    if (before + 1 < this.averaged.count) this.divideCost();
    this.lots.splice(before + 1, 0, lot);
    this.byId.set(lot.id, lot);
    this.held = this.held.plus(lot.quantity);
    this.count(lot, 1);
    if (this.method === 'hifo') this.rank(lot);
  }

  /**
   * Takes units from lots.
   * @param ids lots to take, in this order, instead of the lots that the method selects
   * @returns the taken parts
   * @throws NotEnoughUnits without taking anything
   */
  take(quantity: Decimal, ids?: readonly string[]): TakenLot[] {
    const named = ids && [...new Set(ids)].flatMap((id) => this.byId.get(id) ?? []);
    const available = named === undefined ? this.held : named.reduce((sum, lot) => sum.plus(lot.quantity), zero);
    if (available.lt(quantity)) throw new NotEnoughUnits(available, quantity);
    const isAverage = this.method === 'average' && named === undefined;
    const unitCost = isAverage ? (this.cost?.div(this.held) ?? null) : undefined;
    if (!isAverage || unitCost === null) this.divideCost();
    const taken: TakenLot[] = [];
    let left = quantity;
    for (const lot of named ?? this.inOrder()) {
      if (left.isZero()) break;
      if (!isOpen(lot)) continue;
      const part = Decimal.min(left, lot.quantity);
      left = left.minus(part);
      taken.push(this.reduce(lot, part, unitCost));
    }
    if (unitCost) this.pool?.keep(this.held.minus(quantity).div(this.held));
    this.held = this.held.minus(quantity);
    this.forgetClosed(taken);
    if (isAverage && unitCost !== null) this.averaged = { count: this.lots.length, cost: this.knownCost };
    return taken;
  }

  /** Multiplies the quantities of all lots; costs are unchanged. @param ratio new units per old unit, above zero */
  split(ratio: Decimal): void {
    for (const lot of this.lots) lot.quantity = lot.quantity.times(ratio);
    for (const ranked of this.byCost) ranked.unitCost = ranked.unitCost.div(ratio);
    this.held = this.lots.reduce((sum, { quantity }) => sum.plus(quantity), zero);
  }

  /**
   * Moves a fraction of the cost of every lot to another instrument, as in a spin-off.
   * @returns the moved cost of each lot; for the average cost method, the `origins` of the first entry are the
   * purchases of the whole moved cost, and the `origins` of the others are empty
   */
  moveCost(share: Decimal): Array<{ lot: Lot; cost: Decimal | null; origins: readonly CostOrigin[] | undefined }> {
    const origins = this.pool?.parts(share);
    if (share.lt(1)) this.pool?.keep(new Decimal(1).minus(share));
    else if (this.pool !== null) this.pool = new CostPool(this.rateOf);
    for (const ranked of this.byCost) ranked.unitCost = ranked.unitCost.times(new Decimal(1).minus(share));
    return this.open.map((lot, index) => {
      const moved = lot.cost?.times(share) ?? null;
      if (lot.cost !== null && moved !== null) lot.cost = lot.cost.minus(moved);
      this.knownCost = this.knownCost.minus(moved ?? 0);
      return { lot, cost: moved, origins: index === 0 ? origins : origins && [] };
    });
  }

  private count({ cost }: Lot, sign: 1 | -1): void {
    if (cost === null) this.unknown += sign;
    else this.knownCost = sign === 1 ? this.knownCost.plus(cost) : this.knownCost.minus(cost);
  }

  /** Inserts a lot into `byCost`, after the lots with the same or a higher unit cost. */
  private rank(lot: Lot): void {
    const unitCost = lot.quantity.isZero() ? zero : (lot.cost?.div(lot.quantity) ?? zero);
    let [low, high] = [0, this.byCost.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.byCost[middle]?.unitCost.gte(unitCost)) low = middle + 1;
      else high = middle;
    }
    this.byCost.splice(low, 0, { lot, unitCost });
  }

  /** Yields the lots in the order of the method. Lots may be reduced during the iteration. */
  private *inOrder(): Generator<Lot> {
    if (this.method === 'hifo') for (const { lot } of this.byCost) yield lot;
    else if (this.method !== 'lifo') yield* this.lots;
    else for (let index = this.lots.length - 1; index >= 0; index -= 1) yield this.lots[index] as Lot;
  }

  private reduce(lot: Lot, part: Decimal, unitCost: Decimal | null | undefined): TakenLot {
    const isClosed = part.eq(lot.quantity);
    const own = isClosed ? lot.cost : (lot.cost?.times(part).div(lot.quantity) ?? null);
    // For the average cost method, the last taken lot can leave a part of its cost to the other lots: `divideCost`
    // assigns it to them.
    const cost = unitCost === undefined ? own : (unitCost?.times(part) ?? null);
    const isAveraged = unitCost !== undefined && unitCost !== null;
    if (cost !== null) this.knownCost = this.knownCost.minus(cost);
    else {
      this.count(lot, -1);
      if (!isClosed) this.unknown += 1;
    }
    if (!isAveraged)
      this.pool?.add({ id: lot.id, acquiredAt: lot.acquiredAt, cost: (cost ?? lot.cost)?.neg() ?? null });
    lot.quantity = lot.quantity.minus(part);
    lot.cost = lot.cost === null || cost === null ? null : lot.cost.minus(cost);
    const pool = isAveraged ? this.pool : null;
    const costRate = pool === null ? this.rateOf(lot.id) : pool.rate;
    return {
      id: lot.id,
      acquiredAt: lot.acquiredAt,
      quantity: part,
      cost,
      isClosed,
      costRate,
      costOrigins: pool?.composition ?? null,
    };
  }

  /**
   * Removes closed lots at both ends of the list; closed lots in the middle are removed once they are more than half of
   * the list.
   */
  private forgetClosed(taken: readonly TakenLot[]): void {
    for (const { id, isClosed } of taken) if (isClosed) this.byId.delete(id);
    const first = this.lots.findIndex(isOpen);
    if (first !== 0) this.lots.splice(0, first < 0 ? this.lots.length : first);
    while (this.lots.length > 0 && !isOpen(this.lots.at(-1) as Lot)) this.lots.pop();
    if (this.byId.size * 2 < this.lots.length) this.lots = this.lots.filter(isOpen);
    const ranked = this.byCost.findIndex(({ lot }) => isOpen(lot));
    if (ranked !== 0) this.byCost.splice(0, ranked < 0 ? this.byCost.length : ranked);
    if (this.byId.size * 2 < this.byCost.length) this.byCost = this.byCost.filter(({ lot }) => isOpen(lot));
    if (this.lots.length > 0) return;
    this.held = zero;
    this.knownCost = zero;
    this.unknown = 0;
    if (this.pool !== null) this.pool = new CostPool(this.rateOf);
  }

  /** Divides the cost of the averaged lots so that they have one unit cost and the same total. */
  private divideCost(): void {
    const { count, cost } = this.averaged;
    if (count === 0) return;
    this.averaged = { count: 0, cost: zero };
    const lots = this.lots.slice(0, count).filter(isOpen);
    const quantity = lots.reduce((sum, lot) => sum.plus(lot.quantity), zero);
    let left = cost;
    for (const [index, lot] of lots.entries()) {
      lot.cost = index === lots.length - 1 ? left : cost.times(lot.quantity).div(quantity);
      left = left.minus(lot.cost);
    }
  }
}

const isOpen = ({ quantity }: Lot): boolean => !quantity.isZero();
