import { Service } from 'typedi';
import type { AssetClass } from '../asset-class.js';
import type { Instrument } from '../instrument.js';

/** The instruments this service knows without asking anybody. Read when it is first needed. */
@Service()
export class InstrumentTable {
  private read?: { all: readonly Instrument[]; bySymbol: ReadonlyMap<string, Instrument> };

  /** Every one, the most liquid of each class first. */
  get all(): readonly Instrument[] {
    return this.content().all;
  }

  /** @param symbol in upper case. @returns undefined when it is not in the table, which does not mean that there is none */
  find(symbol: string): Instrument | undefined {
    return this.content().bySymbol.get(symbol);
  }

  /** In the order of `all`. */
  ofClass(assetClass: AssetClass): readonly Instrument[] {
    return this.all.filter((instrument) => instrument.assetClass === assetClass);
  }

  private content() {
    this.read ??= { all: [], bySymbol: new Map() };
    return this.read;
  }
}
