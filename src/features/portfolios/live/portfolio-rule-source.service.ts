import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import type { LeafProblem, Observation, RuleNeeds, RuleSource } from '../../alerts/alerts.api.js';
import type { Leaf } from '../../alerts/condition.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { GeoExposures } from '../exposure/geo-exposures.service.js';
import { PortfolioRepository } from '../portfolio.repository.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { holdingMetrics, portfolioMetrics } from './live-portfolio.js';
import { LivePortfolioLoader } from './live-portfolio-loader.service.js';
import { LivePortfolioSession } from './live-portfolio-session.service.js';

/**
 * Provides the figures of portfolios to rules with `portfolio` conditions, and their places to `event_near` conditions.
 */
@Service()
export class PortfolioRuleSource implements RuleSource {
  private session?: LivePortfolioSession;

  constructor(
    private readonly portfolios: PortfolioRepository,
    private readonly transactions: TransactionRepository,
    private readonly loader: LivePortfolioLoader,
    private readonly exposures: GeoExposures,
    private readonly markets: MarketsApi,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async check(accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    if (leaf.type !== 'portfolio' && leaf.type !== 'event_near') return [];
    const problems: LeafProblem[] = leaf.type === 'portfolio' ? metricProblems(leaf) : [];
    if (leaf.portfolioId !== undefined && (await this.portfolios.find(accountId, leaf.portfolioId)) === undefined)
      problems.push({ pointer: '/portfolioId', detail: 'is not one of your portfolios; see GET /portfolios' });
    return problems;
  }

  start(needs: () => RuleNeeds, observe: (observation: Observation) => void): () => void {
    const { portfolios, transactions, loader, exposures, markets, clock, timers, log } = this;
    const session = new LivePortfolioSession(
      { portfolios, transactions, loader, exposures, markets, clock, timers, log },
      needs,
      observe,
    );
    this.session = session;
    return () => session.close();
  }

  /** Resolves when the portfolios that rules need, as of the last check, are loaded and their symbols are followed. */
  async settled(): Promise<void> {
    await this.session?.settled();
  }

  async current({ portfolios: ids }: RuleNeeds): Promise<Observation[]> {
    const found = await this.portfolios.byIds([...ids]);
    const at = this.clock.now();
    return (
      await Promise.all(
        found.map(async (portfolio): Promise<Observation[]> => {
          const live = await this.loader.load(portfolio);
          const { quotes } = await this.markets.quotes([...live.symbols].slice(0, MAX_QUOTES));
          for (const { symbol, price } of quotes) live.setPrice(symbol, price);
          return [
            { kind: 'portfolio', portfolioId: portfolio.id, metrics: live.figures(), at },
            {
              kind: 'portfolio_places',
              portfolioId: portfolio.id,
              places: await this.exposures.placesOf(portfolio, [...live.symbols]),
              at,
            },
          ];
        }),
      )
    ).flat();
  }
}

/** Maximum number of quotes read for one preview. */
const MAX_QUOTES = 200;

function metricProblems({ metric, symbol }: Extract<Leaf, { type: 'portfolio' }>): LeafProblem[] {
  const known: readonly string[] = symbol === undefined ? portfolioMetrics : holdingMetrics;
  if (known.includes(metric)) return [];
  if ((holdingMetrics as readonly string[]).includes(metric))
    return [{ pointer: '/symbol', detail: `is required with the metric ${metric}` }];
  return [
    { pointer: '/metric', detail: `must be one of ${known.join(', ')}${symbol === undefined ? '' : ' with a symbol'}` },
  ];
}
