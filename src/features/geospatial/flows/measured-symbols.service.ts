import { Problem } from '../../../api/problem.js';
import { HOUR_MS } from '../../../time/durations.js';
import { isPrivateFlow } from '../../markets/market-symbol.js';
import type {
  MeasuredRange,
  MeasuredReading,
  MeasuredSeries,
  MeasuredSource,
} from '../../markets/markets.measured.api.js';
import { SIMULATOR, warningsOf } from '../data-origin.js';

/** Fraction of known hours below which a reading has a warning. */
export const MIN_COVERAGE = 0.9;

/** A source of series whose symbols are in a table. */
export abstract class MeasuredSymbols<One extends { symbol: string; name: string }> implements MeasuredSource {
  protected abstract readonly symbols: () => ReadonlyMap<string, One>;
  /** The beginning of the symbols that only one account sees; undefined without such symbols. */
  protected readonly ownPart: string | undefined = undefined;

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
    const text = symbol.toUpperCase();
    if (!isPrivateFlow(text)) return this.symbols().get(text);
    if (this.ownPart === undefined || !text.startsWith(this.ownPart)) return undefined;
    return (await this.ownOnes()).find((one) => one.symbol === text);
  }

  protected abstract readOne(one: One, range: MeasuredRange): Promise<MeasuredReading>;
}

const seriesOf = ({ symbol, name }: { symbol: string; name: string }): MeasuredSeries => ({
  symbol,
  name,
  provider: 'detector',
});

/** The subject of counts and the reason of unknown hours in words for the caller, and the time of the reading (ms). */
interface Counted {
  subject: string;
  reason: string;
  isSimulated: boolean;
  now: number;
}

/**
 * Returns the reading of an instrument that has one number for each hour: its value is the number of the last hour that
 * had ended, NaN where that is unknown.
 * @param hours returns the numbers of the hours of a range whose start is a full hour (ms), NaN where they are unknown
 */
export function readingOfHours(
  hours: (from: number, to: number) => Float64Array,
  { from, to, step }: MeasuredRange,
  { subject, reason, isSimulated, now }: Counted,
): MeasuredReading {
  const start = Math.floor(from / HOUR_MS) * HOUR_MS - HOUR_MS;
  const known = hours(start, to);
  const values = Float64Array.from({ length: (to - from) / step + 1 }, (_, at) => {
    const ended = Math.floor((from + at * step - start) / HOUR_MS) - 1;
    return known[ended] ?? Number.NaN;
  });
  const counted = values.filter((value) => !Number.isNaN(value)).length / values.length;
  const warnings = warningsOf(isSimulated ? [SIMULATOR] : []);
  if (counted < MIN_COVERAGE)
    warnings.push(
      `${subject} were counted in ${Math.floor(counted * 100)} % of the range; other times have no value, since ` +
        `${reason}.`,
    );
  return { values, fetchedAt: now, stale: Number.isNaN(values.at(-1)), warnings };
}
