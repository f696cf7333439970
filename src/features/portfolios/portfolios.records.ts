import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../resources/owned-records.js';
import { PortfolioDto } from './portfolio.dto.js';
import type { Portfolio, PortfolioSettings } from './portfolio.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { PortfoliosConfig } from './portfolios.config.js';

/** The settings of a new portfolio. Omitted fields have their defaults. */
export type PortfolioInput = Pick<PortfolioSettings, 'name' | 'baseCurrency'> & Partial<PortfolioSettings>;
/** Changes of a portfolio's settings. Omitted fields are unchanged. */
export type PortfolioChanges = Partial<PortfolioSettings>;

const defaults = { kind: 'own', benchmark: null, lotMethod: 'fifo', tracksCash: true } as const;

/** Manages the portfolios of an account. Transactions are deleted with their portfolio. */
@Service()
export class PortfoliosService extends OwnedRecords<Portfolio, PortfolioInput, PortfolioChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: PortfolioRepository,
    config: PortfoliosConfig,
  ) {
    super(parts, {
      table: repository,
      noun: 'portfolio',
      limitName: 'portfolios',
      limit: () => config.portfolios,
      exported: { section: 'portfolios', description: 'Portfolios, without their transactions.', item: PortfolioDto },
      searched: { type: 'portfolio', title: 'Your portfolios', path: '/portfolios', texts: ['name'] },
      shared: {
        name: 'portfolio',
        path: '/portfolios',
        access: ['read', 'write'],
        hasAmounts: true,
        includesPrivateRecords: true,
      },
    });
  }

  /** Lists the portfolios of an account with these ids, oldest first; unknown ids are left out. */
  some(accountId: string, ids: readonly string[]): Promise<Portfolio[]> {
    return this.repository.some(accountId, ids);
  }

  protected fresh(_accountId: string, input: PortfolioInput): ContentOf<Portfolio> {
    return settingsOf({ ...defaults, ...input });
  }

  protected revised(current: Portfolio, changes: PortfolioChanges): Partial<Portfolio> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return settingsOf({ ...current, ...given });
  }
}

const settingsOf = ({
  name,
  kind,
  baseCurrency,
  benchmark,
  lotMethod,
  tracksCash,
}: PortfolioSettings): PortfolioSettings => ({
  name,
  kind,
  baseCurrency,
  benchmark: benchmark?.toUpperCase() ?? null,
  lotMethod,
  tracksCash,
});
