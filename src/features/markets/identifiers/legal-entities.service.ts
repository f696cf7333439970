import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type CachedValue, StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import {
  type LegalEntity,
  MAX_OWNERS,
  type OwnerLevel,
  type Ownership,
  type RegisteredEntity,
} from '../legal-entity.js';
import { type EntityRegister, IdentifierSources } from '../providers/identifier-source.js';
import { unavailable } from '../unavailable.js';

const MAX_ENTRIES = 5_000;
const STALE_MS = 30 * DAY_MS;

/** Reads legal entities and their owners from the configured register. A record is read once a day at most. */
@Service()
export class LegalEntitiesService {
  private readonly cache: StaleWhileRevalidateCache<unknown>;

  constructor(
    private readonly sources: IdentifierSources,
    clock: Clock,
  ) {
    this.cache = new StaleWhileRevalidateCache(clock, { max: MAX_ENTRIES, freshMs: DAY_MS, staleMs: STALE_MS });
  }

  get provider(): string | undefined {
    return this.sources.register?.name;
  }

  /** Returns an entity. @throws UpstreamError */
  entity(lei: string): Promise<CachedValue<RegisteredEntity>> {
    return this.read('entity', lei, (register) => register.entity(lei));
  }

  /** Returns the issuers of a security. @throws UpstreamError */
  issuersOf(isin: string): Promise<CachedValue<readonly RegisteredEntity[]>> {
    return this.read('issuers', isin, (register) => register.issuersOf(isin));
  }

  /** Returns ISINs of an issuer. @throws UpstreamError */
  isinsOf(lei: string): Promise<CachedValue<readonly string[]>> {
    return this.read('isins', lei, (register) => register.isinsOf(lei));
  }

  /**
   * Returns who owns an entity, and what it owns.
   * @param lei valid
   * @throws Problem `not_found`, `unprocessable` without a register, `unavailable`
   */
  async ownershipOf(lei: string): Promise<Ownership> {
    try {
      return await this.readOwnership(lei);
    } catch (error) {
      throw error instanceof UpstreamError ? problemOf(error) : error;
    }
  }

  private async readOwnership(lei: string): Promise<Ownership> {
    const read: Array<CachedValue<unknown>> = [];
    const keep = async <Value>(one: Promise<CachedValue<Value>>): Promise<Value> => {
      const cached = await one;
      read.push(cached);
      return cached.value;
    };
    const first = await keep(this.entity(lei));
    const { owners, chainEnd, exception } = await this.chainOf(first, keep);
    const ultimate = first.owners.ultimate === 'entity' ? (await keep(this.owner(lei, 'ultimate'))).entity : null;
    const subsidiaries = await keep(this.read('subsidiaries', lei, (register) => register.subsidiaries(lei)));
    return {
      entity: first.entity,
      owners,
      chainEnd,
      exception,
      ultimate,
      subsidiaries,
      provider: this.provider as string,
      fetchedAt: new Date(Math.min(...read.map(({ loadedAt }) => loadedAt))),
      stale: read.some(({ stale }) => stale),
    };
  }

  /** Follows the direct owners upwards. Entities that own each other end the chain, as does its maximum length. */
  private async chainOf(
    first: RegisteredEntity,
    keep: <Value>(one: Promise<CachedValue<Value>>) => Promise<Value>,
  ): Promise<Pick<Ownership, 'owners' | 'chainEnd' | 'exception'>> {
    const owners: LegalEntity[] = [];
    const seen = new Set([first.entity.lei]);
    let last = first;
    while (last.owners.direct === 'entity') {
      if (owners.length === MAX_OWNERS) return { owners, chainEnd: 'limit', exception: null };
      last = await keep(this.owner(last.entity.lei, 'direct'));
      if (seen.has(last.entity.lei)) return { owners, chainEnd: 'cycle', exception: null };
      seen.add(last.entity.lei);
      owners.push(last.entity);
    }
    const { lei } = last.entity;
    if (last.owners.direct === 'none') return { owners, chainEnd: 'not_reported', exception: null };
    const exception = await keep(this.read('exception', lei, (register) => register.exception(lei, 'direct')));
    return { owners, chainEnd: 'exception', exception };
  }

  private owner(lei: string, level: OwnerLevel): Promise<CachedValue<RegisteredEntity>> {
    return this.read(level, lei, (register) => register.owner(lei, level));
  }

  private async read<Value>(
    kind: string,
    id: string,
    load: (register: EntityRegister) => Promise<Value>,
  ): Promise<CachedValue<Value>> {
    const { register } = this.sources;
    if (register === undefined) throw new UpstreamError('not_entitled');
    return (await this.cache.get(`${kind} ${id}`, () => load(register))) as CachedValue<Value>;
  }
}

function problemOf(error: UpstreamError): Problem {
  if (error.code === 'not_found')
    return new Problem('not_found', { detail: 'The register of legal entities has no entity with this LEI.' });
  if (error.code === 'not_entitled')
    return new Problem('unprocessable', {
      detail: 'No register of legal entities is configured. The operator adds gleif to SVC_IDENTIFIER_SOURCES.',
    });
  return unavailable(
    'The register of legal entities is not answering. Try again in a moment.',
    error.retryAfterMs,
    error,
  );
}
