import type { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { parseDay } from '../civil-day.js';
import { type Observation, periodOf, type SeriesContent, type SeriesDescription } from '../economic-series.js';
import { matchesSeries } from '../economy-terms.js';
import { SeriesSource } from '../providers/series-source.js';
import { type EconomicFigure, economicFigures } from './economic-figures.js';
import { codeOf, monthText, releasesOf } from './simulated-releases.js';

const FIRST_DAY = '2005-01-01';

/**
 * Simulates the series of the figures in the simulated calendar: a value becomes known at the time of its publication,
 * and some values are revised with the next one.
 */
export class SimulatedEconomy extends SeriesSource {
  readonly name = 'simulator';

  constructor(
    private readonly seed: number,
    private readonly clock: Clock,
  ) {
    super();
  }

  async search(text: string, limit: number): Promise<readonly SeriesDescription[]> {
    return economicFigures
      .filter((figure) => matchesSeries(text, { ...figure, code: codeOf(figure) }))
      .slice(0, limit)
      .map((figure) => this.describe(figure));
  }

  async read(code: string): Promise<SeriesContent> {
    const figure = economicFigures.find((one) => codeOf(one) === code);
    if (figure === undefined) throw new UpstreamError('not_found');
    const now = this.clock.now();
    const releases = releasesOf(this.seed, figure, parseDay(FIRST_DAY), Math.floor(now / DAY_MS) + 1);
    const known = releases.filter(({ at }) => at <= now);
    const description = this.describe(figure);
    const observations = known.map(({ coveredMonth, first, revised, at }, index): Observation => {
      const start = `${monthText(coveredMonth - (coveredMonth % figure.everyMonths))}-01`;
      const next = known[index + 1];
      const revision =
        next === undefined || revised === first ? [] : [{ value: revised, publishedAt: new Date(next.at) }];
      const vintages = [{ value: first, publishedAt: new Date(at) }, ...revision];
      return { period: periodOf(start, description.frequency), start, vintages };
    });
    const last = known.at(-1);
    return { description, observations, hasVintages: true, updatedAt: last === undefined ? null : new Date(last.at) };
  }

  private describe(figure: EconomicFigure): SeriesDescription {
    const { title, unit, country, everyMonths } = figure;
    return {
      id: `${this.name}:${codeOf(figure)}`,
      title: `${title}, ${country}`,
      unit,
      frequency: everyMonths === 3 ? 'quarter' : 'month',
      country,
      publisher: 'Simulator',
    };
  }
}
