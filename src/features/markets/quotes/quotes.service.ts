import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import {
  type CachedValue,
  type CacheOutcome,
  type LoadMany,
  StaleWhileRevalidateCache,
} from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { PriceCurrencies } from '../calendar/price-currencies.service.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import { isLocalSymbol, LocalMarkets } from '../measured/local-markets.service.js';
import type { MarketState, Quote } from '../quote.js';
import { isShareExhausted, shareExhaustedDetail, unavailable } from '../unavailable.js';
import type { KnownQuote, QuoteOutcome } from './known-quote.js';
import { isInFuture } from './live-quote.js';
import { assess } from './plausibility.js';
import { QuoteFetchService } from './quote-fetch.service.js';
import { type FoundQuote, quoteOf } from './quote-of.js';
import { SharedQuoteReads } from './shared-quote-reads.service.js';

/** The reason why one of several symbols has no quote. */
export interface QuoteError {
  /** The symbol as requested. */
  symbol: string;
  code: 'invalid_symbol' | 'not_found' | 'unavailable';
  /** A sentence for the caller, with advice. */
  detail: string;
  /** Time (ms from now) after which a retry makes sense; undefined when unknown. */
  retryAfterMs?: number;
  /** The provider's failure, if there was one. */
  cause?: unknown;
}

export interface Quotes {
  /** Quotes in the order requested. */
  quotes: Quote[];
  errors: QuoteError[];
}

const MAX_SYMBOLS = 20_000;
/** Time (ms) for which an unknown symbol is not requested again. */
const UNKNOWN_FRESH_MS = 30_000;
/**
 * Time (ms) for which an old price is served when no newer one is available, also when no provider knows the symbol any
 * more.
 */
const STALE_MS = DAY_MS;
/** Maximum number of days for which a market is closed. */
const MAX_CLOSED_DAYS = 14;
/** Minimum time (ms) from the opening of a session to the close of the next. */
const MIN_TWO_SESSIONS_MS = 20 * HOUR_MS;
const UNLISTED_WARNING = 'No provider knows this symbol any more; this is its last known price.';
/** Error of a text that is not the syntax of a symbol. */
const INVALID_SYMBOL = Symbol('invalid symbol');
/** Interval (ms) at which the market state of a quote is checked. */
const STATE_CHECK_MS = 1_000;

/** Reads the latest prices of instruments of any asset class. */
@Service()
export class QuotesService {
  private readonly known: StaleWhileRevalidateCache<KnownQuote>;

  constructor(
    private readonly fetcher: QuoteFetchService,
    private readonly calendar: TradingCalendar,
    private readonly instruments: InstrumentTable,
    private readonly currencies: PriceCurrencies,
    private readonly config: MarketsConfig,
    private readonly shared: SharedQuoteReads,
    private readonly local: LocalMarkets,
    private readonly clock: Clock,
  ) {
    this.known = new StaleWhileRevalidateCache(clock, {
      max: MAX_SYMBOLS,
      freshMs: ({ found, isUnlisted }) =>
        isUnlisted === true ? UNKNOWN_FRESH_MS : (found?.freshMs ?? UNKNOWN_FRESH_MS),
      // An unknown symbol is never served stale: while providers are unavailable, it is reported as unavailable, not as
      // unknown.
      staleMs: ({ found }) => (found === undefined ? 0 : STALE_MS),
    });
    shared.listen((value) => this.remember(value));
  }

  /**
   * Reads several quotes. A symbol that is invalid, unknown or unavailable does not fail the others. Symbols of own
   * instruments are those of the account on whose behalf the current work runs.
   * @param symbols case-insensitive; duplicates count once
   * @param signal ends the wait, but not the calls, which other requests may share
   */
  async read(symbols: readonly string[], signal?: AbortSignal): Promise<Quotes> {
    const requested = new Map<string, string>();
    for (const symbol of symbols) if (!requested.has(symbol.toUpperCase())) requested.set(symbol.toUpperCase(), symbol);
    const texts = [...requested.keys()];
    // Quotes of own instruments are never cached, since other accounts have the same symbols.
    const localTexts = texts.filter(isLocalSymbol);
    const isMixed = localTexts.length > 0;
    const loaded = this.known.getMany(isMixed ? texts.filter((text) => !isLocalSymbol(text)) : texts, this.load);
    const outcomes = loaded instanceof Promise ? await unlessAborted(loaded, signal) : loaded;
    const local = isMixed ? await this.local.quotes(localTexts) : undefined;
    const result: Quotes = { quotes: [], errors: [] };
    const now = this.clock.now();
    for (const [text, symbol] of requested) {
      const found = local?.get(text);
      if (found !== undefined) {
        if ('price' in found) result.quotes.push(found);
        else result.errors.push({ symbol, ...found });
        continue;
      }
      const outcome = outcomes.get(text) as CacheOutcome<KnownQuote>;
      if (outcome.found === undefined)
        result.errors.push(outcome.error === INVALID_SYMBOL ? invalid(symbol) : failed(symbol, outcome.error));
      else if (outcome.found.value.found === undefined) result.errors.push(unknown(symbol));
      else result.quotes.push(this.quoteFrom(outcome.found, outcome.found.value.found, now));
    }
    return result;
  }

  /** Returns the quote of a symbol. @throws Problem `not_found`; `unavailable` when no provider answers now */
  async find(symbol: string): Promise<Quote> {
    const { quotes, errors } = await this.read([symbol]);
    const [quote] = quotes;
    if (quote !== undefined) return quote;
    const { code, detail, retryAfterMs, cause } = errors[0] as QuoteError;
    if (code !== 'unavailable') throw new Problem('not_found', { detail });
    throw unavailable(detail, retryAfterMs, cause);
  }

  private readonly load: LoadMany<KnownQuote> = async (texts) => {
    const invalidTexts = new Map<string, QuoteOutcome>(texts.map((text) => [text, { error: INVALID_SYMBOL }]));
    const valid = texts.flatMap((text) => parseSymbol(text)?.text ?? []);
    return new Map([...invalidTexts, ...(await this.shared.read(valid, this.fetch))]);
  };

  private readonly fetch = async (texts: readonly string[]): Promise<Map<string, QuoteOutcome>> => {
    const outcomes = new Map<string, QuoteOutcome>();
    const symbols = texts.map(parseSymbol).filter((symbol) => symbol !== undefined);
    const [fetched, currencies] = await Promise.all([
      this.fetcher.read(symbols),
      Promise.all(symbols.map((symbol) => this.currencies.of(symbol))),
    ]);
    const now = this.clock.now();
    for (const [index, symbol] of symbols.entries()) {
      const found = fetched.get(symbol.text);
      const before = this.known.last(symbol.text)?.value;
      if (found instanceof UpstreamError && found.code !== 'not_found') outcomes.set(symbol.text, { error: found });
      else if (found !== undefined && !(found instanceof UpstreamError))
        outcomes.set(symbol.text, {
          value: this.assessed(
            symbol,
            withCurrency(withoutFutureTime(found, now), currencies[index] as string),
            before,
            now,
          ),
        });
      else
        outcomes.set(symbol.text, {
          value:
            before?.found !== undefined && now - before.fetchedAt < STALE_MS
              ? unlisted(before)
              : { symbol, fetchedAt: now },
        });
    }
    return outcomes;
  };

  /** Stores the quote that another process has read, unless this process has read the symbol later. */
  private remember(value: KnownQuote): void {
    const { text } = value.symbol;
    const before = this.known.last(text);
    if (before !== undefined && before.value.fetchedAt >= value.fetchedAt) return;
    this.known.set(text, value, Math.min(value.fetchedAt, this.clock.now()));
  }

  private assessed(symbol: MarketSymbol, found: FoundQuote, before: KnownQuote | undefined, now: number): KnownQuote {
    const { quote, trusted, warnings } = assess(found.answer, {
      trusted: before?.trusted,
      isConfirmed: found.isConfirmed,
      lastSessionOpen: this.lastSessionOpen(symbol, found, now),
      now,
      jumpShare: this.config.jumpShare,
    });
    return {
      symbol,
      found: { ...found, answer: quote, warnings: [...found.warnings, ...warnings] },
      fetchedAt: now,
      trusted,
    };
  }

  /**
   * Returns the opening time (ms) of the last session that had ended when the provider published its price; undefined
   * if the price is recent enough not to be from an earlier session.
   */
  private lastSessionOpen(
    symbol: MarketSymbol,
    { answer: { tradedAt }, delaySeconds }: FoundQuote,
    now: number,
  ): number | undefined {
    const published = now - delaySeconds * 1_000 - HOUR_MS;
    if (tradedAt === null || published - tradedAt.getTime() < MIN_TWO_SESSIONS_MS) return undefined;
    if (!this.calendar.isKnown(symbol)) return published - MAX_CLOSED_DAYS * DAY_MS;
    const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const sessions = this.calendar.sessions(symbol, day(published - MAX_CLOSED_DAYS * DAY_MS), day(published + DAY_MS));
    return sessions.findLast(({ close }) => close.getTime() <= published)?.open.getTime();
  }

  /** Returns the same object as long as nothing changed, so that it is built and serialized only once. */
  private quoteFrom({ value, stale }: CachedValue<KnownQuote>, found: FoundQuote, now: number): Quote {
    const { symbol, returned } = value;
    if (
      returned !== undefined &&
      returned.stale === stale &&
      now - returned.checkedAt < STATE_CHECK_MS &&
      now >= returned.checkedAt
    )
      return returned.quote;
    const state: MarketState = this.calendar.state(symbol, new Date(now));
    if (returned !== undefined && returned.stale === stale && returned.quote.marketState === state) {
      returned.checkedAt = now;
      return returned.quote;
    }
    const quote = quoteOf(symbol, found, new Date(value.fetchedAt), state, this.instruments.find(symbol.text));
    if (stale || value.isUnlisted === true) quote.provenance.stale = true;
    value.returned = { quote, stale, checkedAt: now };
    return quote;
  }
}

/** Returns the last quote of a symbol that no provider knows any more, with a warning. */
function unlisted(before: KnownQuote): KnownQuote {
  if (before.isUnlisted === true || before.found === undefined) return before;
  return {
    ...before,
    found: { ...before.found, warnings: [...before.found.warnings, UNLISTED_WARNING] },
    isUnlisted: true,
    returned: undefined,
  };
}

const withCurrency = (found: FoundQuote, currency: string): FoundQuote => ({
  ...found,
  answer: { ...found.answer, currency: found.answer.currency ?? currency },
});

function withoutFutureTime(found: FoundQuote, now: number): FoundQuote {
  const { tradedAt } = found.answer;
  return tradedAt !== null && isInFuture(tradedAt, now)
    ? { ...found, answer: { ...found.answer, tradedAt: null } }
    : found;
}

/** Waits for work until the signal aborts. @throws the signal's reason */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const invalid = (symbol: string): QuoteError => ({
  symbol,
  code: 'invalid_symbol',
  detail: 'Write the symbol as <ticker>.<venue>, such as AAPL.US, EURUSD.FOREX or BTC-USD.CC.',
});

const unknown = (symbol: string): QuoteError => ({
  symbol,
  code: 'not_found',
  detail: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
});

const permanentRefusals: ReadonlySet<unknown> = new Set(['not_entitled', 'unauthorized']);

function failed(symbol: string, error: unknown): QuoteError {
  const { code, retryAfterMs } = error instanceof UpstreamError ? error : { code: undefined, retryAfterMs: undefined };
  if (permanentRefusals.has(code)) {
    const detail =
      'No configured provider offers this quote with the configured keys. GET /markets/providers lists what ' +
      'each provider offers.';
    return { symbol, code: 'unavailable', detail };
  }
  const detail = isShareExhausted(error)
    ? shareExhaustedDetail(retryAfterMs)
    : 'The providers of this quote are not answering. Try again in a moment.';
  return { symbol, code: 'unavailable', detail, retryAfterMs, cause: error };
}
