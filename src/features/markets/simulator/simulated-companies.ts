import { mix, unit } from '../../../simulation/noise.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { formatDay, orMonday, parseDay } from '../civil-day.js';
import type { CompanyFacts, CompanyRecord, Fact, FactVersion, Filing } from '../company-facts.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import type { InsiderReport } from '../insider-report.js';
import { coverShares, type LineItem, lineItems } from '../line-items.js';
import type { MarketSymbol } from '../market-symbol.js';
import { CompanySource } from '../providers/company-source.js';
import { accountsOf, type QuarterAccounts, sharesOn } from './simulated-accounts.js';
import { quartersOf, type ReportedQuarter } from './simulated-earnings.js';
import { insiderReportsOf, type SimulatedInsiderReport } from './simulated-insiders.js';
import { type SimulatedAsset, SimulatedUniverse } from './simulated-universe.js';

/** The first quarter of simulated companies ends after this day. */
const FIRST_DAY = '2015-12-31';
/** Fraction of fiscal years whose revenue is restated in the reports of the next year. */
const RESTATED_SHARE = 0.3;
/** Time of the day at which reports are filed (ms after midnight, UTC). */
const FILED_AT_MS = 21 * HOUR_MS;

/** A quarter with its place in the fiscal year and the report on it. */
interface FiscalQuarter extends ReportedQuarter {
  /** 1 to 4. */
  number: number;
  fiscalYear: number;
  filing: Filing;
}
type Reported = FiscalQuarter & QuarterAccounts;

/**
 * Simulates companies with reports that fit the simulated prices and the calendar of earnings. They are filed after the
 * earnings are reported, as forms 8-K, 10-Q and 10-K, and sometimes restate the year before.
 */
export class SimulatedCompanies extends CompanySource {
  readonly name = 'simulator';
  override readonly isComputed = true;
  override readonly statesFilings = true;
  private readonly universe: SimulatedUniverse;

  constructor(
    seed: number,
    instruments: InstrumentTable,
    private readonly clock: Clock,
    private readonly delivered: (records: number) => void = () => {},
  ) {
    super();
    this.universe = new SimulatedUniverse(seed, instruments);
  }

  async company(symbol: MarketSymbol): Promise<CompanyRecord> {
    const asset = this.existing(symbol);
    const reports = this.periods(asset);
    const last = reports.findLast(({ number }) => number === 4);
    const { name, exchange, sector } = asset.instrument;
    const filings = reports.flatMap((report) => [report.filing, earningsFiling(asset, report)]);
    filings.push(...this.insiderReports(asset).map(({ filing }) => filing));
    const published = filings.filter(({ publishedAt }) => publishedAt.getTime() <= this.clock.now());
    published.sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
    this.delivered(published.length);
    return {
      profile: {
        name,
        cik: null,
        lei: null,
        tickers: [symbol.ticker],
        exchanges: exchange === null ? [] : [exchange],
        sic: null,
        industry: sector,
        incorporatedIn: null,
        category: null,
        website: null,
        formerNames: [],
        fiscalYearEnd: last === undefined ? null : formatDay(last.end).slice(5),
      },
      filings: published,
      filingsSince: null,
    };
  }

  async facts(symbol: MarketSymbol, since = '', until?: string): Promise<CompanyFacts> {
    const asset = this.existing(symbol);
    const { currency } = asset.instrument;
    const now = this.clock.now();
    const facts: Fact[] = [];
    const reports = this.reports(asset, until);
    for (const fact of factsOf(asset, reports, currency, since)) {
      const versions = fact.versions.filter(({ filedOn }) => Date.parse(filedOn) + FILED_AT_MS <= now);
      if (versions.length > 0) facts.push(versions.length === fact.versions.length ? fact : { ...fact, versions });
    }
    this.delivered(facts.length);
    // A reader of the latest figures needs no other filings, which take more time than the figures.
    const filings = since === '' ? undefined : publishedBy(reports, now);
    return { facts, currency, warnings: [], filings };
  }

  override async insiders(symbol: MarketSymbol, { accession }: Filing): Promise<InsiderReport> {
    const found = this.insiderReports(this.existing(symbol)).find(({ filing }) => filing.accession === accession);
    if (found === undefined) throw new UpstreamError('not_found');
    return found.report;
  }

  private insiderReports(asset: SimulatedAsset): SimulatedInsiderReport[] {
    return insiderReportsOf(asset, parseDay(FIRST_DAY) + 1, Math.floor(this.clock.now() / DAY_MS));
  }

  private existing(symbol: MarketSymbol): SimulatedAsset {
    const asset = this.universe.find(symbol);
    if (asset === undefined || asset.instrument.assetClass !== 'equity') throw new UpstreamError('not_found');
    return asset;
  }

  /** @param until the last day on which a quarter may end; default: today */
  private reports(asset: SimulatedAsset, until?: string): Reported[] {
    const periods = this.periods(asset, until);
    const accounts = accountsOf(asset, this.quarters(asset, until)).slice(-periods.length);
    return periods.map((period, at) => ({ ...period, ...(accounts[at] as QuarterAccounts) }));
  }

  private quarters(asset: SimulatedAsset, until: string | undefined): ReportedQuarter[] {
    const today = Math.floor(this.clock.now() / DAY_MS);
    const last = until === undefined ? today : Math.min(today, parseDay(until));
    return quartersOf(asset, parseDay(FIRST_DAY) + 1, last);
  }

  /** Returns the quarters of fiscal years, without the first ones, which would make an incomplete year. */
  private periods(asset: SimulatedAsset, until?: string): FiscalQuarter[] {
    const offset = mix(asset.key, 73) % 4;
    const periods = this.quarters(asset, until).map((quarter) => {
      const number = ((quarter.quarter + offset) % 4) + 1;
      const yearEnd = new Date(quarter.end * DAY_MS);
      yearEnd.setUTCDate(1);
      yearEnd.setUTCMonth(yearEnd.getUTCMonth() + 3 * (4 - number));
      const filing = periodicFiling(asset, quarter, number);
      return { ...quarter, number, fiscalYear: yearEnd.getUTCFullYear(), filing };
    });
    return periods.slice(
      Math.max(
        0,
        periods.findIndex(({ number }) => number === 1),
      ),
    );
  }
}

/** Returns the filings of reports that are public at a time (ms), newest first. */
const publishedBy = (reports: readonly FiscalQuarter[], now: number): Filing[] =>
  reports
    .map(({ filing }) => filing)
    .filter(({ publishedAt }) => publishedAt.getTime() <= now)
    .reverse();

function periodicFiling(
  { key, symbol }: SimulatedAsset,
  { quarter, end, reportDay }: ReportedQuarter,
  number: number,
): Filing {
  const form = number === 4 ? '10-K' : '10-Q';
  const days = number === 4 ? 4 + (mix(key, quarter) % 15) : 1 + (mix(key, quarter) % 3);
  const day = orMonday(reportDay + days);
  return filingOf(symbol, form, end, day, day * DAY_MS + FILED_AT_MS, []);
}

const earningsFiling = ({ symbol }: SimulatedAsset, { end, reportDay, reportedAt }: ReportedQuarter): Filing =>
  filingOf(symbol, '8-K', end, reportDay, reportedAt, ['2.02', '9.01']);

/** Accession numbers of simulated filings say that they are simulated. */
const filingOf = (
  { ticker }: MarketSymbol,
  form: string,
  end: number,
  day: number,
  at: number,
  items: string[],
): Filing => ({
  accession: `simulated-${ticker}-${formatDay(end)}-${form}`,
  form,
  filedOn: formatDay(day),
  publishedAt: new Date(at),
  reportDate: formatDay(form === '8-K' ? day : end),
  items,
  title: form,
  url: null,
});

/** Returns the figures of the periods that end on a day or later, with their restatements. */
function* factsOf(
  asset: SimulatedAsset,
  reports: readonly Reported[],
  currency: string,
  since: string,
): Generator<Fact> {
  for (const [at, report] of reports.entries()) {
    const { number, end, balances, shares } = report;
    if (formatDay(end) < since) continue;
    const year = reports.slice(at - number + 1, at + 1);
    const yearStart = formatDay(endBefore(year[0] as Reported) + 1);
    const quarterStart = formatDay(endBefore(report) + 1);
    const again = reports[at + 4];
    for (const item of lineItems) {
      const unit = item.measure === 'money' ? currency : item.measure === 'shares' ? 'shares' : `${currency}/shares`;
      const about = { item: item.key, concept: conceptOf(item), unit, end: formatDay(end) };
      const whole = versionsOf(asset, item, year, again);
      if (item.kind === 'instant') {
        const value = item.key === 'sharesOutstanding' ? shares : balances[item.key];
        if (value !== undefined) yield { ...about, start: null, versions: [versionOf(report, value)] };
      } else if (whole !== undefined) {
        yield { ...about, start: yearStart, versions: whole };
        // Reports on a quarter also state its own income; annual reports state no fourth quarter.
        const ofQuarter = versionsOf(asset, item, [report], again);
        if (item.statement === 'income' && number > 1 && number < 4 && ofQuarter !== undefined)
          yield { ...about, start: quarterStart, versions: ofQuarter };
      }
    }
    const cover = { item: coverShares.key, concept: conceptOf(coverShares), unit: 'shares', start: null };
    const day = parseDay(report.filing.filedOn) - 3;
    yield { ...cover, end: formatDay(day), versions: [versionOf(report, sharesOn(asset, day))] };
  }
}

const endBefore = ({ end }: ReportedQuarter): number => {
  const date = new Date(end * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 2, 0) / DAY_MS;
};

const conceptOf = ({ concepts: [name = ''] }: LineItem): string => (name.includes(':') ? name : `us-gaap:${name}`);

const versionOf = ({ filing: { accession, form, filedOn }, fiscalYear }: Reported, value: number): FactVersion => ({
  value,
  accession,
  form,
  filedOn,
  fiscalYear,
});

/**
 * Returns the value of an item for the quarters of a period, as first reported and as restated in the report of the
 * same period of the next year. A restatement moves a part of the revenue and its cost elsewhere; a split changes
 * figures per share.
 */
function versionsOf(
  asset: SimulatedAsset,
  item: LineItem,
  quarters: readonly Reported[],
  again: Reported | undefined,
): FactVersion[] | undefined {
  const last = quarters.at(-1) as Reported;
  const valueAt = (shares: number, isRestated: boolean): number | undefined => {
    if (item.measure === 'shares') return shares;
    const key = item.measure === 'per_share' ? 'netIncome' : item.key;
    if (last.flows[key] === undefined) return undefined;
    const sum = quarters.reduce((total, { flows }) => total + (flows[key] as number), 0);
    if (item.measure === 'per_share') return Math.round((sum / shares) * 100) / 100;
    const isMoved = isRestated && (key === 'revenue' || key === 'costOfRevenue');
    return isMoved ? sum - quarters.reduce((total, { flows }) => total + moved(flows), 0) : sum;
  };
  const value = valueAt(last.shares, false);
  if (value === undefined) return undefined;
  const isRestated = unit(asset.key, last.fiscalYear + 50_000) < RESTATED_SHARE;
  const later = again === undefined ? undefined : valueAt(again.shares, isRestated);
  const first = versionOf(last, value);
  return again === undefined || later === undefined || later === value ? [first] : [first, versionOf(again, later)];
}

/** Returns the part of a quarter's revenue that a restatement takes out of revenue and cost. */
const moved = ({ costOfRevenue = 0 }: QuarterAccounts['flows']): number => Math.round(costOfRevenue / 100_000) * 1_000;
