import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { PortfoliosConfig } from '../portfolios.config.js';
import type { ExposureMapping, MappedPlace } from './exposure-mapping.js';
import { ExposureMappingRepository } from './exposure-mapping.repository.js';
import { ExposurePlaces } from './exposure-places.service.js';
import { builtInShares, type HoldingFacts, type PlaceDependency } from './exposure-rules.js';

/** The places of a symbol that apply to an account. */
export interface EffectiveMapping {
  symbol: string;
  places: PlaceDependency[];
  /** Time of the account's correction; null while the built-in rules apply. */
  correctedAt: Date | null;
}

/** Determines the places that holdings depend on: by the built-in rules, or by the corrections of an account. */
@Service()
export class ExposureMappings {
  constructor(
    private readonly repository: ExposureMappingRepository,
    private readonly places: ExposurePlaces,
    private readonly markets: MarketsApi,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    config: PortfoliosConfig,
    private readonly clock: Clock,
  ) {
    quota.declare('exposure_mappings', {
      configured: () => config.exposureMappings,
      count: (accountId) => repository.count(accountId),
    });
  }

  /** Lists the corrections of an account by symbol, after the symbol `after`. */
  list(accountId: string, limit: number, after?: string): Promise<ExposureMapping[]> {
    return this.repository.list(accountId, limit, after);
  }

  /** Returns all corrections of an account, by symbol. */
  async corrections(accountId: string): Promise<Map<string, ExposureMapping>> {
    const own = await this.repository.list(accountId, await this.quota.limitOf(accountId, 'exposure_mappings'));
    return new Map(own.map((mapping) => [mapping.symbol, mapping]));
  }

  /**
   * Returns the places of a symbol: its correction, or the result of the built-in rules.
   * @throws Problem `not_found` for an unknown symbol, `unavailable`
   */
  async get(accountId: string, symbol: string): Promise<EffectiveMapping> {
    const own = await this.repository.find(accountId, symbol.toUpperCase());
    if (own !== undefined) return correctedOf(own);
    const { instrument } = await this.markets.instrument(symbol);
    return { symbol: instrument.symbol, places: this.known(builtInShares(instrument)), correctedAt: null };
  }

  /** Returns the places of a holding. @param corrections as returned by `corrections()` */
  dependenciesOf(facts: HoldingFacts, corrections: ReadonlyMap<string, ExposureMapping>): PlaceDependency[] {
    const own = facts.symbol === null ? undefined : corrections.get(facts.symbol);
    return this.known(own === undefined ? builtInShares(facts) : own.places.map(correctedDependency));
  }

  /**
   * Sets the correction of a symbol, replacing an earlier one.
   * @throws Problem `unprocessable` for an unknown or repeated place, `quota_reached`
   */
  async put(accountId: string, symbol: string, places: readonly MappedPlace[]): Promise<EffectiveMapping> {
    this.demandKnown(places);
    const mapping: ExposureMapping = {
      accountId,
      symbol: symbol.toUpperCase(),
      places: [...places],
      updatedAt: new Date(this.clock.now()),
    };
    await this.database.transaction(async () => {
      if ((await this.repository.find(accountId, mapping.symbol)) === undefined) {
        await this.quota.check(
          accountId,
          'exposure_mappings',
          (limit) => `An account has at most ${limit} corrected mappings here; delete one first.`,
        );
      }
      await this.repository.put(mapping);
    });
    return correctedOf(mapping);
  }

  /**
   * Deletes the correction of a symbol, so that the built-in rules apply.
   * @throws Problem `not_found` without a correction
   */
  async remove(accountId: string, symbol: string): Promise<void> {
    if (!(await this.repository.remove(accountId, symbol.toUpperCase())))
      throw new Problem('not_found', { detail: 'You have not corrected the mapping of this symbol.' });
  }

  private demandKnown(places: readonly MappedPlace[]): void {
    const seen = new Set<string>();
    const errors = places.flatMap(({ place }, index): FieldProblem[] => {
      const isRepeated = seen.has(place);
      seen.add(place);
      const pointer = `/places/${index}/place`;
      if (this.places.find(place) === undefined)
        return [{ pointer, detail: 'is not a known place; find places with GET /portfolios/exposure/places' }];
      return isRepeated ? [{ pointer, detail: 'is listed twice' }] : [];
    });
    if (errors.length > 0)
      throw new Problem('unprocessable', {
        detail: 'The mapping names places that cannot be used; see errors.',
        errors,
      });
  }

  /** Returns the dependencies on known places. */
  private known(dependencies: readonly PlaceDependency[]): PlaceDependency[] {
    return dependencies.filter(({ place }) => this.places.find(place) !== undefined);
  }
}

const correctedDependency = ({ place, fraction, reason }: MappedPlace): PlaceDependency => ({
  place,
  fraction,
  reason: reason ?? 'Corrected by you.',
  basis: 'own',
  source: 'own mapping',
});
const correctedOf = ({ symbol, places, updatedAt }: ExposureMapping): EffectiveMapping => ({
  symbol,
  places: places.map(correctedDependency),
  correctedAt: updatedAt,
});
