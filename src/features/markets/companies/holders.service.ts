import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { InstitutionFiling, InstitutionHolding, InstitutionReport } from '../institution-report.js';
import { parseSymbol } from '../market-symbol.js';
import { type HolderSource, HolderSources } from '../providers/holder-source.js';
import { unavailable } from '../unavailable.js';
import { companyProblem } from './companies.service.js';

const MAX_LISTS = 500;
/** Memory (bytes, estimated) for reports, and that of a holding. */
const MAX_BYTES = 24_000_000;
const HOLDING_BYTES = 150;
const LIST_FRESH_MS = 6 * HOUR_MS;
const REPORT_FRESH_MS = 30 * DAY_MS;
const UNREADABLE_FRESH_MS = HOUR_MS;
const STALE_MS = 30 * DAY_MS;
/** Days after the end of a quarter by which institutions report, and until which amendments of it are read. */
const DUE_DAYS = 45;
const AMENDED_DAYS = 90;
/** Time after which a first request may be repeated (ms). */
const RETRY_MS = 10_000;

/** The holding of an institution, as one or several reports on a quarter state it. */
export interface Holder extends InstitutionHolding {
  institution: string;
  /** Central Index Key; null for a simulated institution. */
  cik: string | null;
  /** The latest report that states it. */
  filing: InstitutionFiling;
  isAmended: boolean;
  unit: InstitutionReport['unit'];
  url: string | null;
}

export interface Holders {
  symbol: string;
  cusip: string;
  period: string;
  knownAt: Date;
  /** The largest number of shares first. */
  holders: readonly Holder[];
  /** Numbers of institutions: configured, read, without a report on the quarter, and not read yet. */
  institutions: { configuredCount: number; readCount: number; missingCount: number; pendingCount: number };
  provenance: Provenance;
}

interface Read {
  filing: InstitutionFiling;
  report: InstitutionReport;
}

/** Reads which of the configured institutions hold a share. */
@Service()
export class HoldersService {
  private readonly lists: StaleWhileRevalidateCache<InstitutionFiling[]>;
  private readonly reports: StaleWhileRevalidateCache<InstitutionReport | null>;
  /** Quarters whose reports are being read in the background. */
  private readonly reading = new Set<string>();
  private cusips: string[] | undefined;

  constructor(
    private readonly sources: HolderSources,
    private readonly instruments: InstrumentTable,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.lists = new StaleWhileRevalidateCache(clock, { max: MAX_LISTS, freshMs: LIST_FRESH_MS, staleMs: STALE_MS });
    this.reports = new StaleWhileRevalidateCache(clock, {
      max: MAX_BYTES,
      sizeOf: (report) => 1_000 + (report?.holdings.length ?? 0) * HOLDING_BYTES,
      freshMs: (report) => (report === null ? UNREADABLE_FRESH_MS : REPORT_FRESH_MS),
      staleMs: 0,
    });
  }

  /**
   * Returns the institutions that held a share at the end of a quarter. Reports that were not read yet are read in the
   * background.
   * @param period the last day of the quarter; undefined: the latest quarter on which institutions had to report
   * @throws Problem `not_found`, `unprocessable`, `unavailable`
   */
  async read(text: string, period: string | undefined, knownAt: Date | undefined): Promise<Holders> {
    const { source } = this.sources;
    const symbol = parseSymbol(text);
    const instrument = symbol === undefined ? undefined : this.instruments.find(symbol.text);
    if (source === undefined) throw companyProblem(new UpstreamError('not_entitled'));
    if (symbol === undefined || instrument === undefined) throw companyProblem(new UpstreamError('not_found'));
    const cusip = cusipOf(instrument.isin);
    if (cusip === undefined)
      throw new Problem('unprocessable', {
        detail:
          'The CUSIP of this instrument is not known. Institutions report securities of the United States by CUSIP.',
      });
    const moment = knownAt ?? new Date(this.clock.now());
    const quarter = period ?? dueQuarter(moment);
    if (source.isComputed) await this.fill(source, quarter);
    else this.fillInBackground(source, quarter);
    const read = source.institutions.map((institution) => this.known(source, institution, quarter, moment));
    const pending = read.filter((one) => one === undefined).length;
    if (pending > 0 && pending === read.length)
      throw unavailable('The reports of institutions are being read for the first time. Try again soon.', RETRY_MS);
    const holders = read.flatMap((one, at) => {
      const held = one === undefined ? undefined : holdingIn(one, cusip);
      const id = source.institutions[at] as string;
      if (held === undefined) return [];
      const cik = /^\d+$/.test(id) ? id : null;
      return { ...held, cik, url: source.urlOf(id, held.filing) };
    });
    holders.sort((one, other) => other.shares - one.shares);
    const missing = read.filter((one) => one?.length === 0).length;
    const latest = Math.max(...holders.map(({ filing }) => filing.publishedAt.getTime()));
    return {
      symbol: symbol.text,
      cusip,
      period: quarter,
      knownAt: moment,
      holders,
      institutions: {
        configuredCount: read.length,
        readCount: read.length - missing - pending,
        missingCount: missing,
        pendingCount: pending,
      },
      provenance: {
        provider: source.name,
        asOf: holders.length === 0 ? null : new Date(latest),
        fetchedAt: new Date(this.clock.now()),
        delaySeconds: 0,
        stale: false,
        warnings: holders
          .filter(({ unit }) => unit === 'unclear')
          .slice(0, 20)
          .map(({ institution }) => `The values of ${institution} are in an unclear unit and left out.`),
      },
    };
  }

  /** Returns the reports on a quarter that were public; undefined if some are not read yet. */
  private known(source: HolderSource, institution: string, quarter: string, moment: Date): Read[] | undefined {
    const filings = this.lists.last(institution)?.value;
    if (filings === undefined) return undefined;
    const found: Read[] = [];
    for (const filing of aboutQuarter(filings, quarter)) {
      if (filing.publishedAt > moment) continue;
      const report = this.reports.peek(keyOf(source, institution, filing));
      if (report === undefined) return undefined;
      if (report.value?.period === quarter) found.push({ filing, report: report.value });
    }
    return found;
  }

  private fillInBackground(source: HolderSource, quarter: string): void {
    if (this.reading.has(quarter)) return;
    this.reading.add(quarter);
    void this.fill(source, quarter)
      .catch((err) =>
        this.log.error({ component: 'markets', err, quarter }, 'Reports of institutions could not be read.'),
      )
      .finally(() => this.reading.delete(quarter));
  }

  /** Reads the reports on a quarter one after the other. One that fails is read again with the next request. */
  private async fill(source: HolderSource, quarter: string): Promise<void> {
    const known = this.knownCusips();
    for (const institution of source.institutions) {
      try {
        const { value } = await this.lists.get(institution, () => source.filings(institution));
        for (const filing of aboutQuarter(value, quarter))
          await this.reports.get(keyOf(source, institution, filing), async () => {
            try {
              return await source.report(institution, filing, known);
            } catch (error) {
              // A report that cannot be read is left out, as is one for which a thread has not enough memory.
              if (error instanceof UpstreamError && error.code !== 'bad_answer') throw error;
              return null;
            }
          });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
      }
    }
  }

  /** Returns the CUSIPs of the instruments in the directory. */
  private knownCusips(): string[] {
    this.cusips ??= [...new Set(this.instruments.all.flatMap(({ isin }) => cusipOf(isin) ?? []))];
    return this.cusips;
  }
}

const keyOf = (source: HolderSource, institution: string, { id }: InstitutionFiling): string =>
  `${source.name} ${institution} ${id}`;

const cusipOf = (isin: string | null): string | undefined => (isin?.startsWith('US') ? isin.slice(2, 11) : undefined);

/** Returns the filings that may be about a quarter, ascending. */
function aboutQuarter(filings: readonly InstitutionFiling[], quarter: string): InstitutionFiling[] {
  const end = Date.parse(quarter) + DAY_MS;
  const near = filings.filter(({ publishedAt }) => {
    const age = publishedAt.getTime() - end;
    return age >= 0 && age < AMENDED_DAYS * DAY_MS;
  });
  return near.toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime());
}

/** Returns the last day of the latest quarter on which institutions had to report by a moment. */
function dueQuarter(moment: Date): string {
  const due = new Date(moment.getTime() - DUE_DAYS * DAY_MS);
  return new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() - (due.getUTCMonth() % 3), 0))
    .toISOString()
    .slice(0, 10);
}

/**
 * Returns the holding of a security by the reports on a quarter: a restatement replaces earlier reports, and new
 * holdings add to them.
 */
function holdingIn(reports: readonly Read[], cusip: string): Omit<Holder, 'cik' | 'url'> | undefined {
  const start = reports.findLastIndex(({ report }) => report.amendment !== 'new_holdings');
  const valid = reports.slice(Math.max(0, start));
  let sum: Omit<Holder, 'cik' | 'url'> | undefined;
  for (const { filing, report } of valid) {
    const held = report.holdings.find((one) => one.cusip === cusip);
    if (held === undefined) continue;
    const { institution, unit } = report;
    sum = {
      institution,
      filing,
      unit,
      isAmended: filing.form.endsWith('/A'),
      cusip,
      shares: held.shares + (sum?.shares ?? 0),
      value: held.value === null || sum?.value === null ? null : held.value + (sum?.value ?? 0),
      callShares: held.callShares + (sum?.callShares ?? 0),
      putShares: held.putShares + (sum?.putShares ?? 0),
    };
  }
  return sum;
}
