import { Service } from 'typedi';
import { type CachedValue, type CacheOutcome, type LoadMany, StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../clock.js';
import { DAY_MS, HOUR_MS } from '../../../durations.js';
import { Problem } from '../../../http/problem.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import type { MarketState, Quote } from '../quote.js';
import { isShareSpent, shareSpent, unavailable } from '../unavailable.js';
import { isAhead } from './live-quote.js';
import { type Believed, judged } from './plausibility.js';
import { QuoteFetchService } from './quote-fetch.service.js';
import { type FoundQuote, quoteOf } from './quote-of.js';

/** Why one symbol of several has no quote. */
export interface QuoteError {
  /** As it was asked for. */
  symbol: string;
  code: 'invalid_symbol' | 'not_found' | 'unavailable';
  /** What to do about it. */
  detail: string;
  /** After how long (ms) it is worth asking again; undefined when unknown. */
  retryAfterMs?: number;
  /** Why there is no quote, where a provider said so. */
  cause?: unknown;
}

export interface Quotes {
  /** In the order asked for. */
  quotes: Quote[];
  errors: QuoteError[];
}

/** What is kept of a symbol: its quote, or that nobody knows it. */
interface Kept {
  symbol: MarketSymbol;
  found?: FoundQuote;
  /** When the quote came (ms). */
  fetchedAt: number;
  believed?: Believed;
  /** No provider knew it when it was asked for again. */
  isForgotten?: boolean;
  /** The quote as it was last told, until the state of its market changes. */
  told?: { quote: Quote; stale: boolean; checkedAt: number };
}

const MOST = 20_000;
/** How long (ms) a symbol that nobody knows is not asked for again. */
const UNKNOWN_MS = 30_000;
/** A price is served for a day when nothing newer can be had, also when no provider knows the symbol any more. */
const STALE_MS = 86_400_000;
/** No market is closed for longer (days). */
const LONGEST_PAUSE = 14;
/** The shortest time (ms) from the beginning of a session to the end of the next. */
const SHORTEST_SESSION_MS = 20 * HOUR_MS;
const FORGOTTEN = 'No provider knows this symbol any more: the price is the last one known.';
/** Stands for what cannot be a symbol. */
const NO_SYMBOL = Symbol('no symbol');
/** How often (ms) it is looked whether a market has opened or closed. */
const STATE_MS = 1_000;

/** Latest prices of whatever kind of instrument. */
@Service()
export class QuotesService {
  private readonly kept: StaleWhileRevalidateCache<Kept>;

  constructor(
    private readonly fetcher: QuoteFetchService,
    private readonly calendar: TradingCalendar,
    private readonly instruments: InstrumentTable,
    private readonly config: MarketsConfig,
    private readonly clock: Clock,
  ) {
    this.kept = new StaleWhileRevalidateCache(clock, {
      max: MOST,
      freshMs: ({ found, isForgotten }) => (isForgotten === true ? UNKNOWN_MS : (found?.freshMs ?? UNKNOWN_MS)),
      // That nobody knew it is no answer once nobody can be asked.
      staleMs: ({ found }) => (found === undefined ? 0 : STALE_MS),
    });
  }

  /**
   * One symbol that is wrong or that nobody answers for does not fail the others.
   * @param symbols in either case; repeated ones count once
   * @param signal ends the waiting, not the calls others wait for too
   */
  async read(symbols: readonly string[], signal?: AbortSignal): Promise<Quotes> {
    const wanted = new Map<string, string>();
    for (const symbol of symbols) if (!wanted.has(symbol.toUpperCase())) wanted.set(symbol.toUpperCase(), symbol);
    const outcomes = this.kept.getMany([...wanted.keys()], this.load);
    const known = outcomes instanceof Promise ? await unlessAborted(outcomes, signal) : outcomes;
    const answer: Quotes = { quotes: [], errors: [] };
    const now = this.clock.now();
    for (const [text, symbol] of wanted) {
      const outcome = known.get(text) as CacheOutcome<Kept>;
      if (outcome.found === undefined) answer.errors.push(outcome.error === NO_SYMBOL ? invalid(symbol) : unanswered(symbol, outcome.error));
      else if (outcome.found.value.found === undefined) answer.errors.push(unknown(symbol));
      else answer.quotes.push(this.tell(outcome.found, outcome.found.value.found, now));
    }
    return answer;
  }

  /** @throws Problem `not_found`; `unavailable` when nobody answers now */
  async find(symbol: string): Promise<Quote> {
    const { quotes, errors } = await this.read([symbol]);
    const [quote] = quotes;
    if (quote !== undefined) return quote;
    const { code, detail, retryAfterMs, cause } = errors[0] as QuoteError;
    if (code !== 'unavailable') throw new Problem('not_found', { detail });
    throw unavailable(detail, retryAfterMs, cause);
  }

  private readonly load: LoadMany<Kept> = async (texts) => {
    const outcomes = new Map<string, { value: Kept } | { error: unknown }>(texts.map((text) => [text, { error: NO_SYMBOL }]));
    const symbols = texts.map(parseSymbol).filter((symbol) => symbol !== undefined);
    const fetched = await this.fetcher.read(symbols);
    const now = this.clock.now();
    for (const symbol of symbols) {
      const found = fetched.get(symbol.text);
      const before = this.kept.last(symbol.text)?.value;
      if (found instanceof UpstreamError && found.code !== 'not_found') outcomes.set(symbol.text, { error: found });
      else if (found !== undefined && !(found instanceof UpstreamError))
        outcomes.set(symbol.text, { value: this.judge(symbol, timely(found, now), before, now) });
      else
        outcomes.set(symbol.text, { value: before?.found !== undefined && now - before.fetchedAt < STALE_MS ? forgotten(before) : { symbol, fetchedAt: now } });
    }
    return outcomes;
  };

  private judge(symbol: MarketSymbol, found: FoundQuote, before: Kept | undefined, now: number): Kept {
    const { quote, believed, warnings } = judged(found.said, {
      believed: before?.believed,
      isConfirmed: found.isConfirmed,
      sessionBegan: this.lastSessionBegan(symbol, found, now),
      now,
      jumpShare: this.config.jumpShare,
    });
    return { symbol, found: { ...found, said: quote, warnings: [...found.warnings, ...warnings] }, fetchedAt: now, believed };
  }

  /** When the last session began that was over when the provider gave out its price; looked for only where the price may be older. */
  private lastSessionBegan(symbol: MarketSymbol, { said: { tradedAt }, delaySeconds }: FoundQuote, now: number): number | undefined {
    const given = now - delaySeconds * 1_000 - HOUR_MS;
    if (tradedAt === null || given - tradedAt.getTime() < SHORTEST_SESSION_MS) return undefined;
    if (!this.calendar.isKnown(symbol)) return given - LONGEST_PAUSE * DAY_MS;
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const sessions = this.calendar.sessions(symbol, day(given - LONGEST_PAUSE * DAY_MS), day(given + DAY_MS));
    return sessions.findLast(({ close }) => close.getTime() <= given)?.open.getTime();
  }

  /** The same object for as long as nothing of it changes, so that it is made only once. */
  private tell({ value, stale }: CachedValue<Kept>, found: FoundQuote, now: number): Quote {
    const { symbol, told } = value;
    if (told !== undefined && told.stale === stale && now - told.checkedAt < STATE_MS && now >= told.checkedAt) return told.quote;
    const state: MarketState = this.calendar.state(symbol, new Date(now));
    if (told !== undefined && told.stale === stale && told.quote.marketState === state) {
      told.checkedAt = now;
      return told.quote;
    }
    const quote = quoteOf(symbol, found, new Date(value.fetchedAt), state, this.instruments.find(symbol.text));
    if (stale || value.isForgotten === true) quote.provenance.stale = true;
    value.told = { quote, stale, checkedAt: now };
    return quote;
  }
}

/** The last quote of a symbol that nobody knows any more. */
function forgotten(before: Kept): Kept {
  if (before.isForgotten === true || before.found === undefined) return before;
  return { ...before, found: { ...before.found, warnings: [...before.found.warnings, FORGOTTEN] }, isForgotten: true, told: undefined };
}

/** Without a time that has not come. */
function timely(found: FoundQuote, now: number): FoundQuote {
  const { tradedAt } = found.said;
  return tradedAt !== null && isAhead(tradedAt, now) ? { ...found, said: { ...found.said, tradedAt: null } } : found;
}

/** @throws the signal's reason */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

const invalid = (symbol: string): QuoteError => ({
  symbol,
  code: 'invalid_symbol',
  detail: 'Write it as <ticker>.<venue>, such as AAPL.US, EURUSD.FOREX or BTC-USD.CC.',
});

const unknown = (symbol: string): QuoteError => ({
  symbol,
  code: 'not_found',
  detail: 'No provider in force knows it; GET /markets/search finds symbols.',
});

const refusedForGood: ReadonlySet<unknown> = new Set(['not_entitled', 'unauthorized']);

function unanswered(symbol: string, error: unknown): QuoteError {
  const { code, retryAfterMs } = error instanceof UpstreamError ? error : { code: undefined, retryAfterMs: undefined };
  if (refusedForGood.has(code)) {
    return { symbol, code: 'unavailable', detail: 'No provider in force gives it out with the key in use; GET /markets/providers shows who serves what.' };
  }
  const detail = isShareSpent(error) ? shareSpent(retryAfterMs) : 'Who might know it does not answer now; try again in a moment.';
  return { symbol, code: 'unavailable', detail, retryAfterMs, cause: error };
}
