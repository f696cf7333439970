import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { FundPortfolio, KnownFund } from '../fund-portfolio.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { type FundReport, type FundSource, FundSources } from '../providers/fund-source.js';
import { unavailable } from '../unavailable.js';
import { FundSymbols } from './fund-symbols.js';
import { FundWeightsService } from './fund-weights.service.js';

/** Memory (bytes, estimated) for portfolios of funds, and that of a holding. */
const MAX_BYTES = 48_000_000;
const HOLDING_BYTES = 400;
const MAX_LISTS = 5_000;
const LIST_FRESH_MS = 6 * HOUR_MS;
/** A report does not change; an amended one is another report. */
const REPORT_FRESH_MS = 30 * DAY_MS;
const STALE_MS = 30 * DAY_MS;
/** Maximum time from the day of a report to its publication: 60 days by rule, and 60 more for late reports. */
const MAX_DELAY_MS = 120 * DAY_MS;
/** Maximum number of reports that are read to find one about the requested day or an earlier day. */
const MAX_READ = 6;

/** Reads the holdings of funds: those that an account states itself, else those of the configured source. */
@Service()
export class FundsService {
  private readonly lists: StaleWhileRevalidateCache<FundReport[]>;
  private readonly portfolios: StaleWhileRevalidateCache<FundPortfolio>;

  constructor(
    private readonly sources: FundSources,
    private readonly weights: FundWeightsService,
    private readonly symbols: FundSymbols,
    clock: Clock,
  ) {
    this.lists = new StaleWhileRevalidateCache(clock, { max: MAX_LISTS, freshMs: LIST_FRESH_MS, staleMs: STALE_MS });
    this.portfolios = new StaleWhileRevalidateCache(clock, {
      max: MAX_BYTES,
      sizeOf: ({ holdings }) => 1_000 + holdings.length * HOLDING_BYTES,
      freshMs: REPORT_FRESH_MS,
      staleMs: STALE_MS,
    });
  }

  /**
   * Returns the holdings of a fund.
   * @param asOf the latest holdings of this day or an earlier one; undefined: the latest
   * @throws Problem `not_found`, `unprocessable`, `unavailable`
   */
  async read(accountId: string, text: string, asOf?: string): Promise<KnownFund> {
    const symbol = parseSymbol(text);
    if (symbol === undefined) throw unknown();
    const own = await this.weights.find(accountId, symbol.text);
    if (own !== undefined && (asOf === undefined || own.asOf <= asOf)) return ownFund(symbol.text, own);
    try {
      return await this.reported(symbol, asOf);
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  /**
   * Returns the holdings of a fund; undefined for an unknown fund, and if the source does not answer.
   * @param own what the account states, by symbol
   */
  async find(own: ReadonlyMap<string, FundPortfolio>, text: string, asOf?: string): Promise<KnownFund | undefined> {
    const symbol = parseSymbol(text);
    if (symbol === undefined) return undefined;
    const stated = own.get(symbol.text);
    if (stated !== undefined && (asOf === undefined || stated.asOf <= asOf)) return ownFund(symbol.text, stated);
    if (symbol.assetClass !== 'equity' || this.sources.source === undefined) return undefined;
    try {
      return await this.reported(symbol, asOf);
    } catch (error) {
      if (error instanceof UpstreamError || error instanceof Problem) return undefined;
      throw error;
    }
  }

  private async reported(symbol: MarketSymbol, asOf: string | undefined): Promise<KnownFund> {
    const { source } = this.sources;
    if (source === undefined) throw new UpstreamError('not_entitled');
    const { value: reports, loadedAt, stale } = await this.lists.get(symbol.text, () => source.reports(symbol));
    // Reports are published long after their day, so reports published later than `asOf` may be about it, too.
    const until = asOf === undefined ? Number.POSITIVE_INFINITY : Date.parse(asOf) + MAX_DELAY_MS;
    const candidates = reports.filter(({ publishedAt }) => publishedAt.getTime() < until);
    for (const report of candidates.slice(0, MAX_READ)) {
      const found = await this.portfolio(source, symbol, report);
      if (asOf !== undefined && found.asOf > asOf) continue;
      const provenance: Provenance = {
        provider: source.name,
        asOf: new Date(`${found.asOf}T00:00:00Z`),
        fetchedAt: new Date(loadedAt),
        delaySeconds: 0,
        stale,
        warnings: [...found.warnings],
      };
      return { ...found, symbol: symbol.text, basis: 'reported', provenance };
    }
    throw new Problem('not_found', { detail: 'The source has no report on the holdings of this fund by that day.' });
  }

  private async portfolio(source: FundSource, symbol: MarketSymbol, report: FundReport): Promise<FundPortfolio> {
    const { value } = await this.portfolios.get(`${symbol.text} ${report.id}`, async () => {
      const found = await source.portfolio(symbol, report);
      return { ...found, holdings: found.holdings.map((one) => this.symbols.identified(one)) };
    });
    return value;
  }
}

const ownFund = (symbol: string, own: FundPortfolio): KnownFund => ({
  ...own,
  symbol,
  basis: 'own',
  provenance: {
    provider: 'own',
    asOf: new Date(`${own.asOf}T00:00:00Z`),
    fetchedAt: own.publishedAt,
    delaySeconds: 0,
    stale: false,
    warnings: [],
  },
});

const unknown = () =>
  new Problem('not_found', {
    detail:
      'The source knows no fund with this symbol. SEC EDGAR has registered funds of the United States alone; state the ' +
      'holdings of another fund with PUT /markets/funds/{symbol}/holdings.',
  });

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_found') return unknown();
  if (error.code === 'not_entitled')
    return new Problem('unprocessable', {
      detail:
        'No source of the holdings of funds is configured. The operator sets SVC_SEC_USER_AGENT for SEC EDGAR; or ' +
        'state the holdings with PUT /markets/funds/{symbol}/holdings.',
    });
  return unavailable('The source of the holdings is not answering. Try again in a moment.', error.retryAfterMs, error);
}
