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
    const found = this.symbols().get(symbol);
    return found && seriesOf(found);
  }

  read(symbol: string, range: MeasuredRange): Promise<MeasuredReading> {
    return this.readOne(this.symbols().get(symbol) as One, range);
  }

  protected abstract readOne(one: One, range: MeasuredRange): Promise<MeasuredReading>;
}

const seriesOf = ({ symbol, name }: { symbol: string; name: string }): MeasuredSeries => ({
  symbol,
  name,
  provider: 'detector',
});
