import { Problem } from '../../../api/problem.js';
import { isPrivateFlow } from '../../markets/market-symbol.js';
import type {
  MeasuredRange,
  MeasuredReading,
  MeasuredSeries,
  MeasuredSource,
} from '../../markets/markets.measured.api.js';

/** Fraction of known hours below which a reading has a warning. */
export const MIN_COVERAGE = 0.9;

/** A source of series whose symbols are in a table. */
export abstract class MeasuredSymbols<One extends { symbol: string; name: string }> implements MeasuredSource {
  protected abstract readonly symbols: () => ReadonlyMap<string, One>;

  *list(): Iterable<MeasuredSeries> {
    for (const one of this.symbols().values()) yield seriesOf(one);
  }

  async find(symbol: string): Promise<MeasuredSeries | undefined> {
    const found = await this.one(symbol);
    return found && seriesOf(found);
  }

  async read(symbol: string, range: MeasuredRange): Promise<MeasuredReading> {
    const one = await this.one(symbol);
    // The line of a private symbol may have been deleted since it was found.
    if (one === undefined) throw new Problem('not_found', { detail: 'There is no measured series with this symbol.' });
    return this.readOne(one, range);
  }

  async ofAccount(): Promise<MeasuredSeries[]> {
    return (await this.ownOnes()).map(seriesOf);
  }

  /** Returns the entries that only the account sees on whose behalf the current work runs. */
  protected async ownOnes(): Promise<One[]> {
    return [];
  }

  private async one(symbol: string): Promise<One | undefined> {
    if (!isPrivateFlow(symbol)) return this.symbols().get(symbol);
    return (await this.ownOnes()).find((one) => one.symbol === symbol.toUpperCase());
  }

  protected abstract readOne(one: One, range: MeasuredRange): Promise<MeasuredReading>;
}

const seriesOf = ({ symbol, name }: { symbol: string; name: string }): MeasuredSeries => ({
  symbol,
  name,
  provider: 'detector',
});
