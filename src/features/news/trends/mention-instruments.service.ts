import { Service } from 'typedi';
import { DERIVED_FROM_SIMULATED } from '../../../simulation/simulated-notice.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { runningSums, sumBetween } from '../../../time/running-sums.js';
import type {
  MeasuredRange,
  MeasuredReading,
  MeasuredSeries,
  MeasuredSource,
} from '../../markets/markets.measured.api.js';
import { NewsConfig } from '../news.config.js';
import { TrendsRepository } from './trends.repository.js';

/** Matches the symbol of the mentions of a word, or of words in this order: `NEWS-HORMUZ.FLOW`, `NEWS-RED-SEA.FLOW`. */
const SHAPE = /^NEWS-([A-Z0-9]{2,19}(?:-[A-Z0-9]{1,16})*)\.FLOW$/;

/** Words of queries that show that mentions are meant, with the joining words beside them. */
const COUNTING =
  /^(?:news|mentions?|mentioned|mentioning|articles?|headlines?|number|count|of|about|the|in|that|flow)$/;
/** Maximum number of words of a query whose mentions are offered. */
const MAX_NAMED = 3;

/**
 * Makes mentions in the news instruments: the value of `NEWS-HORMUZ.FLOW` is the number of public articles of the last
 * 24 hours that contain the word. Any word has such a symbol, so that the list of series has none of them.
 */
@Service()
export class MentionInstruments implements MeasuredSource {
  constructor(
    private readonly repository: TrendsRepository,
    private readonly config: NewsConfig,
    private readonly clock: Clock,
  ) {}

  list(): Iterable<MeasuredSeries> {
    return [];
  }

  async find(symbol: string): Promise<MeasuredSeries | undefined> {
    return seriesOf(symbol);
  }

  /** Returns the series of the other words of `hormuz mentions` or `news red sea`. */
  named(words: readonly string[]): MeasuredSeries[] {
    const counted = words.filter((word) => !COUNTING.test(word));
    if (counted.length === words.length || counted.length === 0 || counted.length > MAX_NAMED) return [];
    return [seriesOf(`NEWS-${counted.join('-').toUpperCase()}.FLOW`)].filter((one) => one !== undefined);
  }

  /**
   * A number is unknown if the 24 hours before it begin before the earliest stored article, or if no article at all was
   * published in them: silence of the sources does not show that nothing is mentioned.
   */
  async read(symbol: string, { from, to, step }: MeasuredRange): Promise<MeasuredReading> {
    const now = this.clock.now();
    const earliest = await this.repository.earliest(new Date(now - this.config.retentionDays * DAY_MS));
    const steps = (to - from) / step;
    const values = new Float64Array(steps + 1).fill(Number.NaN);
    const counts = new Uint32Array(steps);
    const reading: MeasuredReading = { values, counts, fetchedAt: now, stale: false, warnings: [] };
    const start = Math.max(from - DAY_MS, earliest === undefined ? to : startOfHour(earliest.getTime()));
    if (start >= to) return reading;
    const period = { from: new Date(start), to: new Date(to) };
    const [mentions, hours] = await Promise.all([
      this.repository.mentions(wordsOf(symbol) as string, period, step),
      this.repository.hoursWithArticles(period),
    ]);
    const [window, perHour, offset] = [DAY_MS / step, HOUR_MS / step, (from - start) / step];
    const articles = new Uint32Array((to - start) / step);
    for (const { bin, articles: count } of mentions) articles[bin] = count;
    const heard = new Uint32Array(Math.ceil(articles.length / perHour));
    for (const hour of hours) heard[hour] = 1;
    const [articlesBefore, heardBefore] = [runningSums(articles), runningSums(heard)];
    for (let at = 0; at <= steps; at += 1) {
      const [first, end] = [at + offset - window, at + offset];
      if (at < steps && end >= 0) counts[at] = articles[end] as number;
      if (first < 0) continue;
      if (sumBetween(heardBefore, Math.floor(first / perHour), Math.ceil(end / perHour)) > 0)
        values[at] = sumBetween(articlesBefore, first, end);
    }
    // Where the simulator is a source, a low number is simulated too.
    const isSimulated = this.config.sources.includes('simulator') || mentions.some(({ simulated }) => simulated > 0);
    if (isSimulated) reading.warnings.push(DERIVED_FROM_SIMULATED);
    return reading;
  }
}

function seriesOf(symbol: string): MeasuredSeries | undefined {
  const words = wordsOf(symbol);
  if (words === undefined) return undefined;
  return { symbol, name: `Articles that mention “${words}”, in 24 hours`, provider: 'detector' };
}

/** Returns the words of a symbol in lower case, with spaces between them; undefined for another symbol. */
const wordsOf = (symbol: string): string | undefined =>
  SHAPE.exec(symbol.toUpperCase())?.[1]?.replaceAll('-', ' ').toLowerCase();

const startOfHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;
