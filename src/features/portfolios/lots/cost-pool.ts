import { Decimal, zero } from './decimal.js';

/** A part of the cost of a holding that one purchase paid. */
export interface CostOrigin {
  /** The lot that the purchase opened. */
  id: string;
  acquiredAt: number;
  /** Null: unknown. */
  cost: Decimal | null;
}

/** A purchase, with its booked rate to the base currency; null: the rate of its day counts. */
export interface BookedOrigin extends CostOrigin {
  cost: Decimal;
  rate: Decimal | null;
}

/**
 * The origins of an averaged cost: the first `count` of `all`, in proportion to their costs. Later purchases are added
 * to `all`, so that many sales share it; a negative cost was taken out by name.
 */
export interface CostOrigins {
  all: readonly BookedOrigin[];
  count: number;
}

/** The booked rate of a lot to the base currency; null: the rate of its day counts. */
export type RateOfLot = (id: string) => Decimal | null;

/**
 * The cost of a holding at the average cost. A sale takes the same fraction of every purchase, so the cost in another
 * currency falls by the same share. A sale costs constant time, because the share that is left is kept once for all
 * purchases.
 */
export class CostPool {
  /** Costs before the sales so far. */
  private readonly origins: BookedOrigin[] = [];
  private share = new Decimal(1);
  private cost = zero;
  /** Sum of the costs with a booked rate in the base currency, and whether a cost has no booked rate. */
  private base = zero;
  private hasUnbooked = false;

  constructor(private readonly rateOf: RateOfLot) {}

  /** A negative cost takes a named lot out. An unknown cost is left out. */
  add({ id, acquiredAt, cost: paid }: CostOrigin): void {
    if (paid === null) return;
    const cost = paid.div(this.share);
    const rate = this.rateOf(id);
    this.origins.push({ id, acquiredAt, cost, rate });
    this.cost = this.cost.plus(cost);
    if (rate === null) this.hasUnbooked = true;
    else this.base = this.base.plus(cost.times(rate));
  }

  /** @param share the fraction of the cost that remains, above 0 */
  keep(share: Decimal): void {
    this.share = this.share.times(share);
  }

  /** The average of the booked rates, weighted by cost; null when a cost has no booked rate. */
  get rate(): Decimal | null {
    return this.hasUnbooked || this.cost.isZero() ? null : this.base.div(this.cost);
  }

  /** The origins of the present cost. */
  get composition(): CostOrigins {
    return { all: this.origins, count: this.origins.length };
  }

  /** @param share the fraction of the cost */
  parts(share: Decimal = new Decimal(1)): CostOrigin[] {
    const own = this.share.times(share);
    return this.origins.map((origin) => ({ ...origin, cost: origin.cost.times(own) }));
  }
}
