import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { TradingCalendar } from '../calendar/trading-calendar.js';
import type { MarketSymbol } from '../market-symbol.js';
import { MarketsConfig } from '../markets.config.js';
import type { MarketProvider } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';
import { type Candidate, MarketRouter } from '../routing/market-router.service.js';
import type { Need } from '../routing/need.js';
import { isFar, isImpossible } from './plausibility.js';
import type { FoundQuote } from './quote-of.js';
import { QuoteWish, type Way } from './quote-wish.js';
import { disagreement, fresher, volumeOf } from './two-sources.js';

/** What came of asking, by symbol: a quote, or why there is none. */
export type Fetched = Map<string, FoundQuote | UpstreamError>;

/** What one provider says, by symbol; or why it says nothing. */
type Answers = ReadonlyMap<string, ProviderQuote | UpstreamError>;

/** How long (ms) the second of two sources is waited for once the first has answered. */
const SECOND_SOURCE_MS = 750;

/** Asks providers for quotes: each for all of its symbols at once, and the next one for those that the first has not. */
@Service()
export class QuoteFetchService {
  constructor(
    private readonly router: MarketRouter,
    private readonly config: MarketsConfig,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
  ) {}

  /** Never throws. An error is `not_found`, `not_entitled` or `unauthorized` when it is useless to ask again soon. */
  async read(symbols: readonly MarketSymbol[]): Promise<Fetched> {
    const fetched: Fetched = new Map();
    let wishes = this.wishes(symbols);
    while (wishes.length > 0) {
      await this.round(wishes, fetched);
      for (const wish of wishes) if (wish.isHopeless && !fetched.has(wish.symbol.text)) fetched.set(wish.symbol.text, wish.failure);
      wishes = wishes.filter(({ symbol }) => !fetched.has(symbol.text));
    }
    return fetched;
  }

  private wishes(symbols: readonly MarketSymbol[]): QuoteWish[] {
    const ways = new Map<string, Way>();
    return symbols.map((symbol) => {
      const key = `${symbol.assetClass}.${symbol.venue}`;
      const way = ways.get(key) ?? this.way(symbol);
      ways.set(key, way);
      return new QuoteWish(symbol, way);
    });
  }

  private way({ assetClass, venue }: MarketSymbol): Way {
    const need: Need = { operation: 'quotes', assetClass, venue };
    const candidates = this.router.candidates(need);
    // Where no provider knows the market there is no such instrument, as far as anybody can tell.
    const nobody = new UpstreamError(this.router.refusal(need) ?? 'not_found');
    return { need, candidates, nobody, warnings: this.router.passedOver(need, candidates[0]) };
  }

  /** Everybody whose turn it is, all at the same time. */
  private async round(wishes: readonly QuoteWish[], fetched: Fetched): Promise<void> {
    const turns = wishes.map((wish) => ({ wish, asked: wish.turn() }));
    const byProvider = new Map<MarketProvider, QuoteWish[]>();
    for (const { wish, asked } of turns) {
      for (const { provider } of asked) byProvider.set(provider, [...(byProvider.get(provider) ?? []), wish]);
    }
    const calls = new Map([...byProvider].map(([provider, group]) => [provider, this.ask(provider, group)]));
    await Promise.all(
      turns.map(async ({ wish, asked }) => {
        const found = await this.answerOf(wish, asked, calls);
        if (found) fetched.set(wish.symbol.text, found);
      }),
    );
  }

  private async answerOf(wish: QuoteWish, asked: Candidate[], calls: ReadonlyMap<MarketProvider, Promise<Answers>>): Promise<FoundQuote | undefined> {
    const said = await patiently(asked.map(({ provider }) => (calls.get(provider) as Promise<Answers>).then((answers) => answers.get(wish.symbol.text))));
    for (const [index, candidate] of asked.entries()) {
      const error = said[index];
      if (error instanceof UpstreamError) wish.failed(candidate, error);
    }
    const good = asked.flatMap((candidate, index) => {
      const quote = said[index];
      return quote === undefined || quote instanceof UpstreamError ? [] : [{ ...candidate, quote }];
    });
    const [first, second] = good;
    if (first === undefined) return undefined;
    const chosen = second !== undefined && fresher(first, second) === second ? second : first;
    const other = chosen === first ? second : first;
    const dispute = second && disagreement(first, second, this.config.disagreementShare, this.isTrading(wish.symbol));
    const filled = other === undefined ? undefined : volumeOf(chosen, other);
    return {
      said: filled === undefined ? chosen.quote : { ...chosen.quote, volume: filled.volume },
      provider: chosen.provider.name,
      delaySeconds: chosen.capability.delaySeconds,
      freshMs: (chosen.provider.quotes?.quoteFreshSeconds ?? 0) * 1000,
      isConfirmed: other !== undefined && !isFar(chosen.quote.price, other.quote.price, this.config.disagreementShare),
      warnings: [...wish.sentences(chosen), ...(dispute === undefined ? [] : [dispute]), ...(filled === undefined ? [] : [filled.warning])],
    };
  }

  private readonly isTrading = (symbol: MarketSymbol): boolean => this.calendar.state(symbol, new Date(this.clock.now())) === 'regular';

  /** Never rejects. What a provider refuses of several kinds at once is asked for kind by kind, to learn which of them it is. */
  private async ask(provider: MarketProvider, wishes: readonly QuoteWish[]): Promise<Answers> {
    const needs = new Set(wishes.map(({ need }) => need));
    try {
      const given = new Map<string, ProviderQuote | UpstreamError>();
      const symbols = wishes.map(({ symbol }) => symbol);
      const quotes = (await provider.quotes?.quotes(symbols, undefined, (symbol, error) => void given.set(symbol, error))) ?? [];
      for (const quote of quotes) given.set(quote.symbol, isImpossible(quote) ? new UpstreamError('bad_answer') : quote);
      for (const { need, symbol } of wishes) {
        const answer = given.get(symbol.text);
        if (answer instanceof UpstreamError) this.router.failed(need, provider, answer);
        else if (answer !== undefined) this.router.succeeded(need, provider);
      }
      return new Map(wishes.map(({ symbol: { text } }) => [text, given.get(text) ?? new UpstreamError('not_found')]));
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : new UpstreamError('bad_answer', undefined, { cause: error });
      if (failure.code === 'not_entitled' && needs.size > 1) {
        const parts = [...needs].map((need) =>
          this.ask(
            provider,
            wishes.filter((wish) => wish.need === need),
          ),
        );
        return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
      }
      for (const need of needs) this.router.failed(need, provider, failure);
      return new Map(wishes.map(({ symbol }) => [symbol.text, failure]));
    }
  }
}

type Answer = ProviderQuote | UpstreamError | undefined;

/** What is there soon after the first quote, in the order of the questions; undefined in place of what is not. */
async function patiently(questions: Array<Promise<Answer>>): Promise<Answer[]> {
  if (questions.length < 2) return Promise.all(questions);
  const answers: Answer[] = questions.map(() => undefined);
  const useful = questions.map(async (question, index) => {
    const answer = await question;
    answers[index] = answer;
    if (answer instanceof UpstreamError) throw answer;
  });
  const all = Promise.allSettled(useful);
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const first = () => {
    timer ??= setTimeout(resolve, SECOND_SOURCE_MS);
  };
  for (const one of useful) one.then(first, () => {});
  await Promise.race([all, enough]);
  clearTimeout(timer);
  return [...answers];
}
