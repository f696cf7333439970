import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { PortfoliosApi } from '../../portfolios/portfolios.api.js';
import { ClientsService } from '../clients.records.js';
import type { Mandate, MandateTerms } from '../mandate.js';
import { type GivenLimit, limitProblems, normalLimit } from './group-limits.js';
import { MandateRepository } from './mandate.repository.js';

/** Tolerance for the sum of weights: weights with few decimals, such as thirds, can sum to a little more than 1. */
const TOLERANCE = 1e-6;

/** The terms of a mandate to set. Omitted terms are unset: no target, band, limit or restriction. */
export type MandateInput = Partial<Omit<MandateTerms, 'groupLimits'>> & { groupLimits?: readonly GivenLimit[] | null };

/** Manages the mandates of an account's clients. */
@Service()
export class MandatesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly repository: MandateRepository,
    private readonly portfolios: PortfoliosApi,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the mandate of a client.
   * @throws Problem `not_found` when the account has no such client, or the client has no mandate
   */
  async get(accountId: string, clientId: string): Promise<Mandate> {
    const mandate = await this.find(accountId, clientId);
    if (mandate === undefined)
      throw new Problem('not_found', { detail: 'The client has no mandate. Set one with PUT.' });
    return mandate;
  }

  /** Returns the mandate of a client; undefined without a mandate. @throws Problem `not_found` */
  async find(accountId: string, clientId: string): Promise<Mandate | undefined> {
    await this.clients.get(accountId, clientId);
    return this.repository.find(clientId);
  }

  /** Returns the mandates of all clients, by the id of the client. */
  async byClient(accountId: string, limit: number): Promise<Map<string, Mandate>> {
    return new Map((await this.repository.ofAccount(accountId, limit)).map((mandate) => [mandate.clientId, mandate]));
  }

  /**
   * Replaces all terms. The version increases only if something changed.
   * @throws Problem `not_found`, `invalid_request` for terms that contradict each other, `unprocessable` for a model
   * portfolio that is not one of the account's own, `precondition_failed`
   */
  async set(accountId: string, clientId: string, input: MandateInput, ifMatch?: string): Promise<Mandate> {
    await this.clients.get(accountId, clientId);
    const terms = termsOf(input);
    const errors = problemsOf(terms);
    if (errors.length > 0)
      throw new Problem('invalid_request', {
        detail: 'The terms of the mandate contradict each other; see errors.',
        errors,
      });
    if (terms.modelPortfolioId !== null) await this.checkModel(accountId, terms.modelPortfolioId);
    return this.database.transaction(async () => {
      await this.clients.hold(accountId, clientId);
      const current = await this.repository.find(clientId);
      if (current !== undefined) assertVersion(ifMatch, current);
      else if (expectedVersions(ifMatch, clientId) !== undefined) throw staleVersion();
      if (current !== undefined && isDeepStrictEqual(termsOf(current), terms)) return current;
      const now = new Date(this.clock.now());
      const { id = uuidV7(), version = 0, createdAt = now } = current ?? {};
      const next: Mandate = { id, clientId, ...terms, version: version + 1, createdAt, updatedAt: now };
      await this.repository.put(next);
      return next;
    });
  }

  /** Deletes the mandate of a client. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, clientId: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.clients.hold(accountId, clientId);
      assertVersion(ifMatch, await this.get(accountId, clientId));
      await this.repository.remove(clientId);
    });
  }

  private async checkModel(accountId: string, id: string): Promise<void> {
    const [portfolio] = await this.portfolios.list(accountId, [id]);
    const pointer = '/modelPortfolioId';
    if (portfolio === undefined) throw unusable({ pointer, detail: 'is not the id of one of your portfolios' });
    if (portfolio.kind !== 'model')
      throw unusable({ pointer, detail: 'must be the id of a portfolio of the kind `model`' });
  }
}

const unusable = (error: FieldProblem) =>
  new Problem('unprocessable', { detail: 'The mandate needs one of your model portfolios.', errors: [error] });

const upper = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.toUpperCase()))];

const termsOf = (input: MandateInput): MandateTerms => ({
  modelPortfolioId: input.modelPortfolioId ?? null,
  targetWeights: input.targetWeights?.map(({ symbol, weight }) => ({ symbol: symbol.toUpperCase(), weight })) ?? null,
  absoluteBand: input.absoluteBand ?? null,
  relativeBand: input.relativeBand ?? null,
  excludedSymbols: upper(input.excludedSymbols ?? []),
  excludedCountries: upper(input.excludedCountries ?? []),
  excludedAssetClasses: [...new Set(input.excludedAssetClasses ?? [])],
  maxHoldingWeight: input.maxHoldingWeight ?? null,
  minCashWeight: input.minCashWeight ?? null,
  groupLimits: (input.groupLimits ?? []).map(normalLimit),
  lookThrough: input.lookThrough ?? false,
});

function problemsOf({
  modelPortfolioId,
  targetWeights,
  absoluteBand,
  relativeBand,
  ...rest
}: MandateTerms): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (modelPortfolioId !== null && targetWeights !== null)
    problems.push({
      pointer: '/targetWeights',
      detail: 'must be null beside `modelPortfolioId`: a mandate has one target',
    });
  if (targetWeights === null && modelPortfolioId === null)
    for (const [name, band] of Object.entries({ absoluteBand, relativeBand }))
      if (band !== null) problems.push({ pointer: `/${name}`, detail: 'needs a target: a model portfolio or weights' });
  const seen = new Set<string>();
  for (const [index, { symbol }] of (targetWeights ?? []).entries()) {
    if (seen.has(symbol)) problems.push({ pointer: `/targetWeights/${index}/symbol`, detail: 'must be listed once' });
    if (rest.excludedSymbols.includes(symbol))
      problems.push({ pointer: `/targetWeights/${index}/symbol`, detail: 'must not be in `excludedSymbols`' });
    seen.add(symbol);
  }
  const sum = (targetWeights ?? []).reduce((total, { weight }) => total + weight, 0);
  if (sum > 1 + TOLERANCE)
    problems.push({ pointer: '/targetWeights', detail: 'must have weights that sum to at most 1' });
  return [...problems, ...limitProblems(rest.groupLimits)];
}
