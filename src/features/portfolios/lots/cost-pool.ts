import { Decimal, zero } from './decimal.js';

/** The part of a holding's cost that comes from one purchase. */
export interface CostOrigin {
  /** Id of the lot that the purchase opened. */
  id: string;
  acquiredAt: number;
  /** Cost of the purchase; null if unknown. */
  cost: Decimal | null;
}

/** A purchase, with its booked rate to the base currency; null: the rate of its day applies. */
export interface BookedOrigin extends CostOrigin {
  cost: Decimal;
  rate: Decimal | null;
}

/**
 * The purchases that an average cost consists of: the first `count` of `all`, in proportion to their costs. Later
 * purchases are appended to `all`, so that many sales can share one list. A negative cost removes the cost of units
 * that a sale took from a lot that it named.
 */
export interface CostOrigins {
  all: readonly BookedOrigin[];
  count: number;
}

/** Returns the booked rate of a lot to the base currency; null: the rate of its day applies. */
export type RateOfLot = (id: string) => Decimal | null;

/**
 * Holds the purchases of a holding with average cost. A sale takes the same fraction of every purchase, so the cost in
 * another currency falls by the same fraction. A sale costs constant time, because the remaining fraction is kept once
 * for all purchases.
 */
export class CostPool {
  /** Purchases with costs that must be multiplied by `share`, which is the only part that a sale changes. */
  private readonly origins: BookedOrigin[] = [];
  private share = new Decimal(1);
  private cost = zero;
  /** Sum of the costs with a booked rate, in the base currency; `hasUnbooked`: another cost has no booked rate. */
  private base = zero;
  private hasUnbooked = false;

  constructor(private readonly rateOf: RateOfLot) {}

  /**
   * Adds the cost of a purchase. A negative cost removes the cost of units of a lot that a sale named. An unknown cost
   * is left out.
   */
  add({ id, acquiredAt, cost: paid }: CostOrigin): void {
    if (paid === null) return;
    const cost = paid.div(this.share);
    const rate = this.rateOf(id);
    this.origins.push({ id, acquiredAt, cost, rate });
    this.cost = this.cost.plus(cost);
    if (rate === null) this.hasUnbooked = true;
    else this.base = this.base.plus(cost.times(rate));
  }

  /** Reduces all costs after a sale. @param share the fraction of the cost that remains, above 0 */
  keep(share: Decimal): void {
    this.share = this.share.times(share);
  }

  /**
   * Returns the average of the booked rates, weighted by cost; null when a cost has no booked rate, or when the cost is
   * zero.
   */
  get rate(): Decimal | null {
    return this.hasUnbooked || this.cost.isZero() ? null : this.base.div(this.cost);
  }

  /** Returns the purchases of the present cost. */
  get composition(): CostOrigins {
    return { all: this.origins, count: this.origins.length };
  }

  /** Returns the present costs of all purchases. @param share fraction of each cost, from 0 to 1 */
  parts(share: Decimal = new Decimal(1)): CostOrigin[] {
    const own = this.share.times(share);
    return this.origins.map((origin) => ({ ...origin, cost: origin.cost.times(own) }));
  }
}
