import { between, keyOf, mix } from '../../../simulation/noise.js';
import type { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { orMonday, parseDay } from '../civil-day.js';
import type { InstrumentTable } from '../directory/instrument-table.js';
import { isinOfCusip } from '../identifier.js';
import type { InstitutionFiling, InstitutionHolding, InstitutionReport } from '../institution-report.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { HolderSource } from '../providers/holder-source.js';
import { endsOf } from './leg.js';
import { sharesOn } from './simulated-accounts.js';
import { priceOf, SimulatedUniverse } from './simulated-universe.js';

/** Reports begin with this year. */
const FIRST_YEAR = 2020;
const FILED_AT_MS = 21 * HOUR_MS;
/** Number of institutions, and the fraction of a company that one holds at least and at most. */
const INSTITUTIONS = 8;
const HELD = [0.002, 0.07] as const;

/** Simulates institutions that hold simulated shares, and report on a quarter some 40 days after its end. */
export class SimulatedHolders extends HolderSource {
  readonly name = 'simulator';
  override readonly isComputed = true;
  readonly institutions = Array.from({ length: INSTITUTIONS }, (_, at) => `Simulated institution ${at + 1}`);
  private readonly universe: SimulatedUniverse;

  constructor(
    private readonly seed: number,
    private readonly instruments: InstrumentTable,
    private readonly clock: Clock,
  ) {
    super();
    this.universe = new SimulatedUniverse(seed, instruments);
  }

  async filings(institution: string): Promise<InstitutionFiling[]> {
    const found: InstitutionFiling[] = [];
    for (let month = FIRST_YEAR * 12; ; month += 3) {
      const end = Date.UTC(Math.floor(month / 12), month % 12, 0) / DAY_MS;
      const day = orMonday(end + 36 + (mix(keyOf(this.seed, institution), month) % 8));
      const publishedAt = new Date(day * DAY_MS + FILED_AT_MS);
      if (publishedAt.getTime() > this.clock.now()) return found.reverse();
      const filedOn = publishedAt.toISOString().slice(0, 10);
      const period = new Date(end * DAY_MS).toISOString().slice(0, 10);
      found.push({
        id: `simulated-${period}-${institution.replaceAll(' ', '-')}`,
        form: '13F-HR',
        filedOn,
        publishedAt,
      });
    }
  }

  async report(institution: string, { id }: InstitutionFiling, cusips: readonly string[]): Promise<InstitutionReport> {
    const period = /^simulated-(\d{4}-\d\d-\d\d)-/.exec(id)?.[1];
    if (period === undefined) throw new UpstreamError('not_found');
    const holdings = cusips.flatMap((cusip) => this.held(institution, cusip, parseDay(period)));
    const common = { institution, period, amendment: null, leftOut: 0, unit: 'dollars' } as const;
    return { ...common, holdings, rows: holdings.length };
  }

  urlOf(): null {
    return null;
  }

  private held(institution: string, cusip: string, day: number): InstitutionHolding[] {
    const symbol = this.instruments.ofIsin(isinOfCusip(cusip)).find(({ symbol }) => symbol.endsWith('.US'))?.symbol;
    const asset = symbol === undefined ? undefined : this.universe.find(parseSymbol(symbol) as MarketSymbol);
    if (asset === undefined || asset.instrument.assetClass !== 'equity') return [];
    const key = keyOf(asset.key, institution);
    const change = between(key, day, 0.9, 1.1);
    const shares = Math.round(sharesOn(asset, day) * between(key, 0, ...HELD) * change);
    const price = priceOf(asset, endsOf(asset.base, day).closing);
    return [{ cusip, shares, value: Math.round(shares * price), callShares: 0, putShares: 0 }];
  }
}
