import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { EventLog } from '../../../events/event-log.js';
import { Log } from '../../../logging/log.js';
import { FairTurns, TurnRefused } from '../../../threads/fair-turns.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { CompaniesService } from '../companies/companies.service.js';
import { RatiosService } from '../companies/ratios.service.js';
import { filingPublished } from '../events/filing.events.js';
import type { Instrument } from '../instrument.js';
import { parseSymbol } from '../market-symbol.js';
import { isPrivateSymbol, sharedKey } from '../own/own-instrument.js';
import { pauseOf } from '../unavailable.js';
import { COMPANY_BYTES, type CompanyColumns, companyColumnsOf, type MissingReason } from './company-columns.js';
import { bytesOf, type PriceColumns } from './price-columns.js';
import { PriceColumnsService } from './price-columns.service.js';
import { MAX_UNIVERSE } from './screen.js';
import { type LoadedCompany, ScreenCompanies } from './screen-company.repository.js';
import { MAX_CANDLES } from './screen-fields.js';

/** The figures of each instrument that a screen reads. */
export interface ScreenNeeds {
  company: boolean;
  /** Number of daily candles; 0: no prices are needed. */
  candles: number;
}

/** An instrument; its currency is null if the directory does not have it. */
export type ScreenInstrument = Omit<Instrument, 'currency'> & { currency: string | null };

/** The figures of an instrument, or the reason why they are missing. */
export interface InstrumentFigures {
  instrument: ScreenInstrument;
  company: CompanyColumns | MissingReason;
  prices: PriceColumns | MissingReason;
}

export interface FiguresRequest {
  instruments: readonly ScreenInstrument[];
  needs: ScreenNeeds;
  /** Only figures that were public at this time are used; undefined: now. */
  knownAt?: Date;
  /** Account whose loads are counted; accounts take turns. */
  accountId: string;
}

interface Entry<Columns> {
  found: Columns | MissingReason;
  loadedAt: number;
  /** Day (UTC) for which the figures were loaded, such as `2026-11-20`. */
  day: string;
}

/** Memory (bytes, estimated) of the figures of companies and of candles; enough for the largest universe. */
const MAX_COMPANY_BYTES = Math.ceil(1.5 * MAX_UNIVERSE * COMPANY_BYTES);
const MAX_PRICE_BYTES = Math.ceil(1.1 * MAX_UNIVERSE * bytesOf(MAX_CANDLES));
/** Figures of the present are loaded again after this time, or earlier after a filing or a split. */
const FRESH_MS = 6 * HOUR_MS;
/** For this time after a filing, figures are loaded again every `AFTER_FILING_FRESH_MS`: sources state them later. */
const AFTER_FILING_MS = 3 * HOUR_MS;
const AFTER_FILING_FRESH_MS = 15 * MINUTE_MS;
/** Time after which a source that did not answer is queried again. */
const RETRY_MS = MINUTE_MS;
/** Time for which a request waits for figures that are not loaded yet. */
const WAIT_MS = 3 * SECOND_MS;
const CONCURRENT_LOADS = 4;
/** Number of companies whose figures are stored together, and of events that are read together. */
const SAVED_TOGETHER = 100;
const EVENT_PAGE = 500;
/** Maximum time (ms) and number of the pauses of a load, for sources that have refused a call for its rate. */
const MAX_PAUSE_MS = 65 * SECOND_MS;
const MAX_PAUSES = 20;
/** Maximum and minimum number of the latest loads from which the time of the remaining loads is estimated. */
const RATED_LOADS = 200;
const MIN_RATED_LOADS = 20;
/** Maximum number of waiting loads. One account may use half of them, which suffices for the largest universe. */
const MAX_WAITING = 4 * MAX_UNIVERSE + 2_000;

/**
 * Keeps the figures that screens compare in memory: columns of the latest figures of companies, and daily candles.
 * Missing figures are loaded in the background; a request waits a few seconds and then continues without them.
 */
@Service()
export class ScreenFigures {
  private readonly companyEntries = new BoundedCache<Entry<CompanyColumns>>(
    MAX_COMPANY_BYTES,
    undefined,
    ({ found }) => (typeof found === 'string' ? 100 : COMPANY_BYTES),
  );
  private readonly priceEntries = new BoundedCache<Entry<PriceColumns>>(MAX_PRICE_BYTES, undefined, ({ found }) =>
    typeof found === 'string' ? 100 : bytesOf(found.candles.length),
  );
  /** Companies that have filed lately. */
  private readonly filers = new BoundedCache<{ since: number }>(MAX_UNIVERSE, AFTER_FILING_MS);
  private readonly loading = new Map<string, Promise<void>>();
  /** Times (ms) at which the latest loads ended, ascending; empty while no load is in progress. */
  private ended: number[] = [];
  /** Resolves when the figures that an earlier process has stored are in memory. */
  private restoring?: Promise<void>;
  /** Figures that are not stored yet, and the write that is in progress. */
  private unsaved: LoadedCompany[] = [];
  private saving: Promise<void> = Promise.resolve();
  private readonly turns = new FairTurns({ running: CONCURRENT_LOADS, waiting: MAX_WAITING });

  constructor(
    private readonly companies: CompaniesService,
    private readonly ratios: RatiosService,
    private readonly prices: PriceColumnsService,
    private readonly stored: ScreenCompanies,
    private readonly events: EventLog,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** Returns figures in the order of the instruments; those not loaded in time have the reason `loading`. */
  async read(request: FiguresRequest): Promise<InstrumentFigures[]> {
    const started = await this.load(request);
    if (started.length > 0) await this.atMost(WAIT_MS, Promise.all(started));
    const { instruments, needs, knownAt } = request;
    const slice = new YieldTimer();
    const found: InstrumentFigures[] = [];
    for (const instrument of instruments) {
      const key = keyOf(instrument.symbol, knownAt);
      const prices = this.priceEntries.get(key)?.found ?? 'loading';
      found.push({
        instrument,
        company: this.hasCompany(instrument) ? (this.companyEntries.get(key)?.found ?? 'loading') : 'not_applicable',
        prices: typeof prices !== 'string' && prices.depth < needs.candles ? 'loading' : prices,
      });
      if (slice.isOver) await slice.next();
    }
    return found;
  }

  /** Resolves when the loaded figures are stored, or storing them has failed. */
  async settle(): Promise<void> {
    await this.saving;
  }

  /**
   * Returns the estimated time (s) until all loads in progress have ended, at the rate of the latest loads; null if no
   * load is in progress, or too few have ended.
   */
  get secondsLeft(): number | null {
    const { ended, loading } = this;
    const [first] = ended;
    if (loading.size === 0 || first === undefined || ended.length < MIN_RATED_LOADS) return null;
    const msOfOne = (this.clock.now() - first) / (ended.length - 1);
    return Math.ceil((loading.size * msOfOne) / SECOND_MS);
  }

  /** True if no figures are in memory. */
  get isEmpty(): boolean {
    return this.companyEntries.size === 0 && this.priceEntries.size === 0;
  }

  /**
   * Reads the figures of a company again at the next request, such as after a filing, and for some time every few
   * minutes, because its source states the figures of a filing later than the filing.
   */
  forgetCompany(symbol: string): void {
    this.filers.set(symbol, { since: this.clock.now() });
    const entry = this.companyEntries.peek(symbol);
    if (entry !== undefined) entry.loadedAt = Number.NEGATIVE_INFINITY;
  }

  /** Reads the candles of an instrument again at the next request, such as after a split. */
  forgetPrices(symbol: string): void {
    const entry = this.priceEntries.peek(symbol);
    if (entry !== undefined) entry.loadedAt = Number.NEGATIVE_INFINITY;
  }

  /** Starts the loads that a request needs. @returns the loads in progress */
  private async load({ instruments, needs, knownAt, accountId }: FiguresRequest): Promise<Array<Promise<void>>> {
    if (needs.company && knownAt === undefined) {
      this.restoring ??= this.restore();
      await this.restoring;
    }
    const slice = new YieldTimer();
    const waiting: Array<Promise<void>> = [];
    const start = (part: string, symbol: string, work: () => Promise<void>) => {
      const key = `${part} ${keyOf(symbol, knownAt)}`;
      const known = this.loading.get(key);
      const load =
        known ??
        this.turns
          .run(accountId, work)
          .catch((error: unknown) => {
            if (!(error instanceof TurnRefused)) throw error;
          })
          .finally(() => this.loaded(key));
      if (known === undefined) this.loading.set(key, load);
      waiting.push(load);
    };
    for (const instrument of instruments) {
      const { symbol } = instrument;
      const key = keyOf(symbol, knownAt);
      if (
        needs.company &&
        this.hasCompany(instrument) &&
        !this.isFresh(this.companyEntries.get(key), knownAt, this.lifeOf(symbol))
      )
        start('company', symbol, () => this.loadCompany(symbol, knownAt));
      if (needs.candles > 0 && !this.hasCandles(key, needs.candles, knownAt))
        start(`prices:${needs.candles}`, symbol, () => this.loadPrices(symbol, needs.candles, knownAt));
      if (slice.isOver) await slice.next();
    }
    return waiting;
  }

  /**
   * Reads the figures that were stored today, so that the first screens after a start need not compute them. Those of
   * companies that have filed since are left out. A failure leaves all to be loaded.
   */
  private async restore(): Promise<void> {
    const { sourceName: source } = this.companies;
    if (source === undefined) return;
    const since = this.clock.now() - FRESH_MS;
    try {
      const filed = await this.filingsSince(since - AFTER_FILING_MS);
      for await (const page of this.stored.read({ source, day: this.today(), since }))
        for (const { symbol, ...entry } of page) {
          // Sources state the figures of a filing later than the filing.
          const isOutdated = (filed.get(symbol) ?? Number.NEGATIVE_INFINITY) >= entry.loadedAt - AFTER_FILING_MS;
          if (!isOutdated && this.companyEntries.peek(symbol) === undefined) this.companyEntries.set(symbol, entry);
        }
    } catch (error) {
      this.log.warn({ component: 'screens', err: error }, 'Reading stored figures of companies failed.');
    }
  }

  /** Returns the time (ms) of the latest filing of each company that has filed since a time. */
  private async filingsSince(since: number): Promise<Map<string, number>> {
    const filed = new Map<string, number>();
    for (let position = await this.events.positionBefore(new Date(since)); ; ) {
      const page = await this.events.after(position, EVENT_PAGE, [filingPublished.type]);
      for (const { data, time } of page) filed.set(data.symbol as string, time.getTime());
      if (page.length < EVENT_PAGE) return filed;
      position = page.at(-1)?.position as number;
    }
  }

  /** Stores figures in groups, and the rest when no load is in progress. */
  private save(): void {
    const { sourceName: source } = this.companies;
    if (source === undefined || this.unsaved.length === 0) return;
    if (this.unsaved.length < SAVED_TOGETHER && this.loading.size > 0) return;
    const companies = this.unsaved.splice(0);
    this.saving = this.saving.then(() =>
      this.stored
        .store(source, companies)
        .catch((error: unknown) =>
          this.log.warn({ component: 'screens', err: error }, 'Storing figures of companies failed.'),
        ),
    );
  }

  private loaded(key: string): void {
    this.loading.delete(key);
    this.save();
    this.ended.push(this.clock.now());
    if (this.loading.size === 0) this.ended = [];
    else if (this.ended.length > RATED_LOADS) this.ended.shift();
  }

  private hasCompany({ assetClass, symbol }: ScreenInstrument): boolean {
    return this.companies.isConfigured && assetClass === 'equity' && parseSymbol(symbol)?.assetClass === 'equity';
  }

  private hasCandles(key: string, candles: number, knownAt: Date | undefined): boolean {
    const entry = this.priceEntries.get(key);
    if (!this.isFresh(entry, knownAt)) return false;
    return typeof entry?.found === 'string' || (entry?.found.depth ?? 0) >= candles;
  }

  /** Returns the time (ms) for which the figures of a company are fresh. */
  private lifeOf(symbol: string): number {
    const filer = this.filers.get(symbol);
    return filer !== undefined && this.clock.now() - filer.since < AFTER_FILING_MS ? AFTER_FILING_FRESH_MS : FRESH_MS;
  }

  private isFresh(entry: Entry<unknown> | undefined, knownAt: Date | undefined, freshMs = FRESH_MS): boolean {
    if (entry === undefined) return false;
    const age = this.clock.now() - entry.loadedAt;
    if (entry.found === 'unavailable') return age < RETRY_MS;
    return age < freshMs && (knownAt !== undefined || entry.day === this.today());
  }

  private async loadCompany(symbol: string, knownAt: Date | undefined): Promise<void> {
    const moment = knownAt?.getTime() ?? this.clock.now();
    const [loadedAt, day] = [this.clock.now(), this.today()];
    const load = async () => {
      const latest = await this.ratios.latest(symbol, knownAt);
      const { retryAfterMs } = latest;
      if (retryAfterMs !== undefined && retryAfterMs <= MAX_PAUSE_MS)
        throw new UpstreamError('budget_spent', retryAfterMs);
      return companyColumnsOf(latest, moment);
    };
    const found = await this.reasonOnFailure(symbol, load);
    this.keep(this.companyEntries, keyOf(symbol, knownAt), { found, loadedAt, day });
    if (knownAt === undefined && found !== 'unavailable' && !isPrivateSymbol(symbol))
      this.unsaved.push({ symbol, found, loadedAt, day });
  }

  private async loadPrices(symbol: string, candles: number, knownAt: Date | undefined): Promise<void> {
    const [loadedAt, day] = [this.clock.now(), this.today()];
    const found = await this.reasonOnFailure(symbol, () => this.prices.read(symbol, candles, knownAt));
    this.keep(this.priceEntries, keyOf(symbol, knownAt), { found, loadedAt, day });
  }

  /** Stores the result of a load; if the source did not answer, the earlier figures stay. */
  private keep<Columns>(entries: BoundedCache<Entry<Columns>>, key: string, entry: Entry<Columns>): void {
    const before = entries.peek(key);
    const isLost = entry.found === 'unavailable' && before !== undefined && typeof before.found !== 'string';
    if (isLost) before.loadedAt = entry.loadedAt - FRESH_MS + RETRY_MS;
    else entries.set(key, entry);
  }

  /** Returns the loaded figures, or the reason why the load failed: one instrument must not fail a screen. */
  private async reasonOnFailure<Columns>(
    symbol: string,
    load: () => Promise<Columns>,
  ): Promise<Columns | MissingReason> {
    try {
      return await this.patiently(load);
    } catch (error) {
      if (error instanceof UpstreamError) return error.code === 'not_found' ? 'not_reported' : 'unavailable';
      if (!(error instanceof Problem)) this.log.error({ err: error, symbol }, 'Figures for screens failed to load');
      else if (error.code === 'not_found') return 'not_reported';
      else if (error.code === 'unprocessable') return 'not_applicable';
      return 'unavailable';
    }
  }

  /** Loads figures. While the calls to their source are used up, the load waits and keeps its place. */
  private async patiently<Columns>(load: () => Promise<Columns>): Promise<Columns> {
    for (let pauses = 0; ; pauses += 1)
      try {
        return await load();
      } catch (error) {
        const pauseMs = pauseOf(error);
        if (pauseMs === undefined || pauseMs > MAX_PAUSE_MS || pauses >= MAX_PAUSES) throw error;
        await new Promise<void>((resolve) => void this.timers.after(pauseMs, resolve));
      }
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  /** Waits for work, but not longer than `ms`. */
  private atMost(ms: number, work: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.timers.after(ms, resolve);
      work.then(
        () => {
          cancel();
          resolve();
        },
        (error: unknown) => {
          cancel();
          reject(error);
        },
      );
    });
  }
}

const keyOf = (symbol: string, knownAt: Date | undefined): string =>
  knownAt === undefined ? sharedKey(symbol) : `${sharedKey(symbol)} ${knownAt.getTime()}`;
