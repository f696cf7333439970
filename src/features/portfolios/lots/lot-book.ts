import { type CostOrigin, type CostOrigins, CostPool, type RateOfLot } from './cost-pool.js';
import { Decimal, zero } from './decimal.js';

export const lotMethods = ['fifo', 'lifo', 'hifo', 'average'] as const;
/**
 * The order in which a sale takes lots: the oldest, the newest, those with the highest unit cost, or a part of all at
 * their average cost.
 */
export type LotMethod = (typeof lotMethods)[number];

/** The remaining units of one purchase. */
export interface Lot {
  /** The transaction that opened it. */
  id: string;
  /** When it was acquired (ms); a transfer between portfolios keeps it. */
  acquiredAt: number;
  quantity: Decimal;
  /**
   * Cost of the whole lot, fees included; null: unknown, for holdings that were transferred in without their history.
   */
  cost: Decimal | null;
}

/** A part of a lot that a sale took. */
export interface TakenLot extends Lot {
  /** Whether nothing of the lot is left. */
  isClosed: boolean;
  /**
   * The booked rate of its cost to the base currency, averaged at the average cost; null: the rate of its day counts.
   */
  costRate: Decimal | null;
  /** At the average cost: what the cost consists of; otherwise null, since it is that of the lot. */
  costOrigins: CostOrigins | null;
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
 * The open lots of one instrument. Costs are exact: a part takes its share of its lot's cost and the rest keeps the
 * difference, so nothing is lost to rounding and a lot that is closed leaves no cost. A sale costs time for the lots it
 * takes, not for all that are open.
 */
export class LotBook {
  /** In the order of acquisition, then of entry. Closed lots in the middle are removed from time to time. */
  private lots: Lot[] = [];
  private readonly byId = new Map<string, Lot>();
  /** By HIFO: the order in which lots are taken. Splits and moved costs change all unit costs alike. */
  private byCost: Array<{ lot: Lot; unitCost: Decimal }> = [];
  private held = zero;
  /** Sum of the known costs, and the number of lots without one. */
  private knownCost = zero;
  private unknown = 0;
  /** At the average cost: the first lots, whose costs are not yet divided by their quantities, and their cost. */
  private averaged = { count: 0, cost: zero };

  /** At the average cost: what the cost consists of. */
  private pool: CostPool | null;

  constructor(
    private readonly method: LotMethod,
    private readonly rateOf: RateOfLot = () => null,
  ) {
    this.pool = method === 'average' ? new CostPool(rateOf) : null;
  }

  /** In the order of acquisition, then of entry. */
  get open(): readonly Lot[] {
    this.divideCost();
    this.lots = this.lots.filter(isOpen);
    return this.lots;
  }

  get quantity(): Decimal {
    return this.held;
  }

  /** Null when the cost of a lot is unknown. */
  get cost(): Decimal | null {
    return this.unknown > 0 ? null : this.knownCost;
  }

  /**
   * The origins of the cost: at the average cost the purchases, whose units may have been sold since, otherwise the
   * open lots.
   */
  get costOrigins(): readonly CostOrigin[] {
    return this.pool?.parts() ?? this.open;
  }

  /**
   * The cost in another currency.
   * @param rateAt of the day of a purchase; null: unknown
   * @returns null when a cost or a rate is unknown
   */
  costIn(rateAt: (origin: CostOrigin) => Decimal | null): Decimal | null {
    if (this.unknown > 0) return null;
    return this.costOrigins.reduce<Decimal | null>((sum, origin) => {
      const rate = rateAt(origin);
      return sum === null || origin.cost === null || rate === null ? null : sum.plus(origin.cost.times(rate));
    }, zero);
  }

  /** @param origins of its cost, when it comes from another holding */
  add(lot: Lot, origins: readonly CostOrigin[] = [lot]): void {
    for (const origin of this.pool === null ? [] : origins) this.pool?.add(origin);
    // Nearly every lot is the latest: a search from the end keeps many purchases linear.
    const before = this.lots.findLastIndex(({ acquiredAt }) => acquiredAt <= lot.acquiredAt);
    if (before + 1 < this.averaged.count) this.divideCost();
    this.lots.splice(before + 1, 0, lot);
    this.byId.set(lot.id, lot);
    this.held = this.held.plus(lot.quantity);
    this.count(lot, 1);
    if (this.method === 'hifo') this.rank(lot);
  }

  /**
   * @param ids lots to take, in this order, instead of those that the method chooses
   * @returns the parts taken
   * @throws NotEnoughUnits, and nothing is taken
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

  /** Multiplies quantities; costs stay. @param ratio new units per old unit, above zero */
  split(ratio: Decimal): void {
    for (const lot of this.lots) lot.quantity = lot.quantity.times(ratio);
    for (const ranked of this.byCost) ranked.unitCost = ranked.unitCost.div(ratio);
    this.held = this.lots.reduce((sum, { quantity }) => sum.plus(quantity), zero);
  }

  /**
   * Moves a fraction of the cost of every lot to another instrument, as in a spin-off.
   * @returns the moved costs, by lot; all averaged origins are with the first
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

  /** Inserts after the lots with the same unit cost or a higher one. */
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

  /** By the method; the lots may be reduced while they are listed. */
  private *inOrder(): Generator<Lot> {
    if (this.method === 'hifo') for (const { lot } of this.byCost) yield lot;
    else if (this.method !== 'lifo') yield* this.lots;
    else for (let index = this.lots.length - 1; index >= 0; index -= 1) yield this.lots[index] as Lot;
  }

  private reduce(lot: Lot, part: Decimal, unitCost: Decimal | null | undefined): TakenLot {
    const isClosed = part.eq(lot.quantity);
    const own = isClosed ? lot.cost : (lot.cost?.times(part).div(lot.quantity) ?? null);
    // At the average cost the last part that is taken can leave a cost to the other lots: `divideCost` gives it to
    // them.
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
   * Closed lots are at the start after FIFO and at the end after LIFO; elsewhere they wait until they are half of all.
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

  /** Gives the averaged lots the same unit cost, so that their total stays. */
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
