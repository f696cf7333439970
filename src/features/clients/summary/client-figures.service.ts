import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import type { LookedThrough } from '../../portfolios/look-through/look-through.js';
import { LookThroughApi, PortfoliosApi } from '../../portfolios/portfolios.api.js';
import type { PortfolioValue } from '../../portfolios/valuation/portfolio-value.js';
import type { InstrumentFacts } from '../mandate/mandate-subject.js';
import type { Mandate } from '../mandate.js';
import { type ClientFigures, combined, type HeldForClient, throughFunds, withCheck } from './client-figures.js';
import { HeldInstruments } from './held-instruments.service.js';

export interface FiguresRequest {
  accountId: string;
  currency: string;
  /** The day of the holdings of funds: the last known ones of this day or before. */
  asOf: string;
}

/** The figures of a client, and the holdings of its funds if the mandate looks through them. */
export interface FiguresThroughFunds {
  figures: ClientFigures;
  through: LookedThrough | null;
}

/** Values the holdings of clients, and compares them with their mandates. */
@Service()
export class ClientFiguresService {
  constructor(
    private readonly portfolios: PortfoliosApi,
    private readonly instruments: HeldInstruments,
    private readonly looking: LookThroughApi,
  ) {}

  /** Returns the figures of each client, in the order of `held`. @throws the reason of the signal */
  async read(request: FiguresRequest, held: readonly HeldForClient[], signal?: AbortSignal): Promise<ClientFigures[]> {
    const models = held.flatMap(({ mandate }) => mandate?.modelPortfolioId ?? []);
    const ids = [...new Set([...held.flatMap(({ portfolioIds }) => portfolioIds), ...models])];
    const values = await this.portfolios.currentValues(request.accountId, ids, request.currency, signal);
    return (await this.checked(request, held, values, signal)).figures;
  }

  /**
   * Computes the figures of one client from values that were read before.
   * @param values by the id of the portfolio, in the currency of the request
   */
  async of(
    request: FiguresRequest,
    held: HeldForClient,
    values: ReadonlyMap<string, PortfolioValue>,
    signal?: AbortSignal,
  ): Promise<FiguresThroughFunds> {
    const { figures, facts, looked } = await this.checked(request, [held], values, signal);
    const [own] = figures as [ClientFigures];
    return { figures: own, through: held.mandate?.lookThrough ? throughFunds(own, facts, looked) : null };
  }

  private async checked(
    { accountId, currency, asOf }: FiguresRequest,
    held: readonly HeldForClient[],
    values: ReadonlyMap<string, PortfolioValue>,
    signal?: AbortSignal,
  ): Promise<{
    figures: ClientFigures[];
    facts: ReadonlyMap<string, InstrumentFacts>;
    looked: ReadonlyMap<string, LookedThrough>;
  }> {
    const slices = new YieldTimer();
    const inSlices = async <Result>(work: (at: number) => Result): Promise<Result[]> => {
      const results: Result[] = [];
      for (const at of held.keys()) {
        results.push(work(at));
        if (slices.isOver) await slices.next(signal);
      }
      return results;
    };
    const figures = await inSlices((at) => combined(held[at]?.portfolioIds ?? [], values, currency));
    const symbolsWith = (isMeant: (mandate: Mandate) => boolean): Set<string> =>
      new Set(
        held.flatMap(({ mandate }, at) =>
          mandate !== undefined && isMeant(mandate) ? (figures[at]?.holdings ?? []).map(({ symbol }) => symbol) : [],
        ),
      );
    const facts = await this.instruments.read(symbolsWith(dependsOnFacts), signal);
    const inFunds = symbolsWith(({ lookThrough }) => lookThrough);
    const looked =
      inFunds.size === 0
        ? new Map<string, LookedThrough>()
        : await this.looking.throughEach(accountId, [...inFunds], asOf);
    signal?.throwIfAborted();
    return {
      figures: await inSlices((at) =>
        withCheck(figures[at] as ClientFigures, held[at]?.mandate, values, facts, looked),
      ),
      facts,
      looked,
    };
  }
}

const dependsOnFacts = ({ excludedCountries, excludedAssetClasses, groupLimits, lookThrough }: Mandate): boolean =>
  lookThrough || excludedCountries.length + excludedAssetClasses.length + groupLimits.length > 0;
