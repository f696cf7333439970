import { type Decimal, zero } from './decimal.js';
import { type Lot, LotBook, type TakenLot } from './lot-book.js';

/**
 * Counts the units of one instrument without lots and cost, for figures that need neither: much faster than `LotBook`.
 */
export class UnitBook extends LotBook {
  private units = zero;

  constructor() {
    super('fifo');
  }

  override get quantity(): Decimal {
    return this.units;
  }

  override get cost(): null {
    return null;
  }

  /** All units as one lot of unknown cost; empty without units. */
  override get open(): readonly Lot[] {
    return this.units.isZero() ? [] : [{ id: '', acquiredAt: 0, quantity: this.units, cost: null }];
  }

  override add({ quantity }: Lot): void {
    this.units = this.units.plus(quantity);
  }

  /** Subtracts units. @returns an empty list, as there are no lots */
  override take(quantity: Decimal): TakenLot[] {
    this.units = this.units.minus(quantity);
    return [];
  }

  override split(ratio: Decimal): void {
    this.units = this.units.times(ratio);
  }

  override moveCost(): Array<{ lot: Lot; cost: null; origins: undefined }> {
    return this.open.map((lot) => ({ lot, cost: null, origins: undefined }));
  }
}
