import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { MarketSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import type { MarketProvider } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';
import { isFar, isImpossible } from './plausibility.js';
import type { FoundQuote } from './quote-of.js';
import { QuoteRequest, type Route } from './quote-request.js';
import { SourceDisagreements } from './source-disagreements.js';
import { disagreement, fresher, type SourceQuote, volumeOf } from './two-sources.js';

/** The quote of each symbol, or the reason why it has no quote. */
export type Fetched = Map<string, FoundQuote | UpstreamError>;

/** The results of one provider, by symbol. */
type Answers = ReadonlyMap<string, ProviderQuote | UpstreamError>;

/** Time (ms) for which the second of two compared sources is awaited after the first has responded. */
const SECOND_SOURCE_TIMEOUT_MS = 750;

/**
 * Fetches quotes from providers: each provider is called once for all of its symbols, and the next one for the symbols
 * that failed.
 */
@Service()
export class QuoteFetchService {
  constructor(
    private readonly router: MarketRouter,
    private readonly config: MarketsConfig,
    private readonly calendar: TradingCalendar,
    private readonly disagreements: SourceDisagreements,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a quote or an error for each symbol; never throws. After `not_found`, `not_entitled` or `unauthorized` a
   * retry soon is useless.
   */
  async read(symbols: readonly MarketSymbol[]): Promise<Fetched> {
    const fetched: Fetched = new Map();
    let requests = this.requestsFor(symbols);
    while (requests.length > 0) {
      await this.round(requests, fetched);
      for (const request of requests) {
        if (request.isExhausted && !fetched.has(request.symbol.text)) fetched.set(request.symbol.text, request.failure);
      }
      requests = requests.filter(({ symbol }) => !fetched.has(symbol.text));
    }
    return fetched;
  }

  private requestsFor(symbols: readonly MarketSymbol[]): QuoteRequest[] {
    const routes = new Map<string, Route>();
    return symbols.map((symbol) => {
      const key = `${symbol.assetClass}.${symbol.venue}`;
      const route = routes.get(key) ?? this.routeFor(symbol);
      routes.set(key, route);
      return new QuoteRequest(symbol, route);
    });
  }

  private routeFor({ assetClass, venue }: MarketSymbol): Route {
    const requirement: Requirement = { operation: 'quotes', assetClass, venue };
    const candidates = this.router.candidates(requirement);
    // If no provider offers the market, the instrument counts as unknown.
    const noCandidateError = new UpstreamError(this.router.refusalCode(requirement) ?? 'not_found');
    return { requirement, candidates, noCandidateError, warnings: this.router.skipped(requirement, candidates[0]) };
  }

  /** Queries the next candidates of all requests concurrently. */
  private async round(requests: readonly QuoteRequest[], fetched: Fetched): Promise<void> {
    const turns = requests.map((request) => ({ request, queried: request.nextCandidates() }));
    const byProvider = new Map<MarketProvider, QuoteRequest[]>();
    for (const { request, queried } of turns) {
      for (const { provider } of queried) byProvider.set(provider, [...(byProvider.get(provider) ?? []), request]);
    }
    const calls = new Map([...byProvider].map(([provider, group]) => [provider, this.call(provider, group)]));
    await Promise.all(
      turns.map(async ({ request, queried }) => {
        const found = await this.answerOf(request, queried, calls);
        if (found) fetched.set(request.symbol.text, found);
      }),
    );
  }

  private async answerOf(
    request: QuoteRequest,
    queried: Candidate[],
    calls: ReadonlyMap<MarketProvider, Promise<Answers>>,
  ): Promise<FoundQuote | undefined> {
    const symbol = request.symbol.text;
    const answers = await withoutSlowSecond(
      queried.map(({ provider }) => (calls.get(provider) as Promise<Answers>).then((bySymbol) => bySymbol.get(symbol))),
    );
    for (const [index, candidate] of queried.entries()) {
      const error = answers[index];
      if (error instanceof UpstreamError) request.recordFailure(candidate, error);
    }
    const good = queried.flatMap((candidate, index) => {
      const quote = answers[index];
      return quote === undefined || quote instanceof UpstreamError ? [] : [{ ...candidate, quote }];
    });
    const [first, second] = good;
    if (first === undefined) return undefined;
    const chosen = second !== undefined && fresher(first, second) === second ? second : first;
    const other = chosen === first ? second : first;
    const found = second && disagreement(first, second, this.config.disagreementShare, this.isTrading(request.symbol));
    if (second !== undefined && found !== undefined) this.report(symbol, first, second);
    const filled = other === undefined ? undefined : volumeOf(chosen, other);
    return {
      answer: filled === undefined ? chosen.quote : { ...chosen.quote, volume: filled.volume },
      provider: chosen.provider.name,
      delaySeconds: chosen.capability.delaySeconds,
      freshMs: (chosen.provider.quotes?.quoteFreshSeconds ?? 0) * 1000,
      isConfirmed: other !== undefined && !isFar(chosen.quote.price, other.quote.price, this.config.disagreementShare),
      warnings: [
        ...request.warningsFor(chosen),
        ...(found === undefined ? [] : [found.warning]),
        ...(filled === undefined ? [] : [filled.warning]),
      ],
    };
  }

  private report(symbol: string, one: SourceQuote, other: SourceQuote): void {
    const shown = ({ provider, quote }: SourceQuote) => ({ provider: provider.name, price: quote.price });
    this.disagreements.report({
      symbol,
      first: shown(one),
      second: shown(other),
      at: this.clock.now(),
    });
  }

  private readonly isTrading = (symbol: MarketSymbol): boolean =>
    this.calendar.state(symbol, new Date(this.clock.now())) === 'regular';

  /**
   * Reads the quotes of requests from one provider; never rejects. If the provider refuses a call with symbols of
   * several requirements, it is called once for each requirement, to find the refused one.
   */
  private async call(provider: MarketProvider, requests: readonly QuoteRequest[]): Promise<Answers> {
    const requirements = new Set(requests.map(({ requirement }) => requirement));
    try {
      const answers = new Map<string, ProviderQuote | UpstreamError>();
      const symbols = requests.map(({ symbol }) => symbol);
      const quotes =
        (await provider.quotes?.quotes(symbols, undefined, (symbol, error) => void answers.set(symbol, error))) ?? [];
      for (const quote of quotes)
        answers.set(quote.symbol, isImpossible(quote) ? new UpstreamError('bad_answer') : quote);
      for (const { requirement, symbol } of requests) {
        const answer = answers.get(symbol.text);
        if (answer instanceof UpstreamError) this.router.recordFailure(requirement, provider, answer);
        else if (answer !== undefined) this.router.recordSuccess(requirement, provider);
      }
      return new Map(
        requests.map(({ symbol: { text } }) => [text, answers.get(text) ?? new UpstreamError('not_found')]),
      );
    } catch (error) {
      const failure =
        error instanceof UpstreamError ? error : new UpstreamError('bad_answer', undefined, { cause: error });
      if (failure.code === 'not_entitled' && requirements.size > 1) {
        const parts = [...requirements].map((requirement) =>
          this.call(
            provider,
            requests.filter((request) => request.requirement === requirement),
          ),
        );
        return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
      }
      for (const requirement of requirements) this.router.recordFailure(requirement, provider, failure);
      return new Map(requests.map(({ symbol }) => [symbol.text, failure]));
    }
  }
}

type Answer = ProviderQuote | UpstreamError | undefined;

/**
 * Waits for all calls, but only `SECOND_SOURCE_TIMEOUT_MS` after the first quote.
 * @returns results in the order of the calls; undefined for a call that is late
 */
async function withoutSlowSecond(calls: Array<Promise<Answer>>): Promise<Answer[]> {
  if (calls.length < 2) return Promise.all(calls);
  const answers: Answer[] = calls.map(() => undefined);
  const useful = calls.map(async (call, index) => {
    const answer = await call;
    answers[index] = answer;
    if (answer instanceof UpstreamError) throw answer;
  });
  const all = Promise.allSettled(useful);
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
    timer ??= setTimeout(resolve, SECOND_SOURCE_TIMEOUT_MS);
  };
  for (const one of useful) one.then(startTimer, () => {});
  await Promise.race([all, timedOut]);
  clearTimeout(timer);
  return [...answers];
}
