import { Service } from 'typedi';
import { type CacheOutcome, StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { InstrumentTable, tableAsOf } from '../directory/instrument-table.js';
import { type Identifier, type IdentifierKind, isinOfCusip, readIdentifier } from '../identifier.js';
import type { Instrument } from '../instrument.js';
import type { IdentifiedListing } from '../legal-entity.js';
import { CompanySources } from '../providers/company-source.js';
import { IdentifierSources, type ListingSource } from '../providers/identifier-source.js';
import {
  decided,
  MAX_LISTINGS,
  type Resolution,
  type ResolutionSource,
  type ResolvedListing,
} from './identifier-resolution.js';
import { LegalEntitiesService } from './legal-entities.service.js';

/** An identifier to resolve. */
export interface AskedIdentifier {
  text: string;
  /** Undefined: recognized. */
  kind?: IdentifierKind;
  /** ISO 4217; undefined: any. */
  currency?: string;
}

const MAX_CACHED = 20_000;
const STALE_MS = 90 * DAY_MS;
/** Number of identifiers whose companies are read at a time. */
const CONCURRENT = 4;
const DIRECTORY = 'directory';

type Listings = readonly IdentifiedListing[];
type Found = Omit<Resolution, 'status' | 'reason' | 'symbol'>;

/** Resolves identifiers of securities and companies with all configured sources. */
@Service()
export class IdentifiersService {
  private readonly cache: StaleWhileRevalidateCache<Listings>;

  constructor(
    private readonly sources: IdentifierSources,
    private readonly entities: LegalEntitiesService,
    private readonly companies: CompanySources,
    private readonly table: InstrumentTable,
    clock: Clock,
  ) {
    this.cache = new StaleWhileRevalidateCache(clock, { max: MAX_CACHED, freshMs: 7 * DAY_MS, staleMs: STALE_MS });
  }

  /** Resolves identifiers, in their order. A source that fails is named and fails none of them. */
  async resolve(asked: readonly AskedIdentifier[]): Promise<Resolution[]> {
    const read = asked.map(({ text, kind }) => readIdentifier(text, kind));
    const valid = read.flatMap(({ identifier }) => identifier ?? []);
    const listed = await this.listed(valid);
    const resolved = new Array<Resolution>(asked.length);
    const queue = asked.entries();
    const work = async () => {
      for (const [index, { text, currency }] of queue) {
        const { identifier, fault } = read[index] as ReturnType<typeof readIdentifier>;
        resolved[index] =
          identifier === undefined
            ? { ...empty(text), status: 'invalid', reason: fault, symbol: null }
            : decided(await this.find(text, identifier, listed.get(keyOf(identifier))), currency);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return resolved;
  }

  /** Reads the listings of identifiers, as many at a time as the source accepts. */
  private async listed(identifiers: readonly Identifier[]): Promise<ReadonlyMap<string, CacheOutcome<Listings>>> {
    const source = this.sources.listings;
    if (source === undefined) return new Map();
    const wanted = new Map(
      identifiers.filter(({ kind }) => source.kinds.includes(kind)).map((one) => [keyOf(one), one] as const),
    );
    return this.cache.getMany([...wanted.keys()], (keys) =>
      readBatches(
        source,
        keys.map((key) => wanted.get(key) as Identifier),
      ),
    );
  }

  private async find(
    given: string,
    identifier: Identifier,
    outcome: CacheOutcome<Listings> | undefined,
  ): Promise<Found> {
    const found: Found = { ...empty(given), identifier };
    const { kind, value } = identifier;
    if (outcome !== undefined) this.addListings(found, (this.sources.listings as ListingSource).name, outcome);
    if (kind === 'lei') await this.addEntity(found, value);
    else if (kind === 'cik') await this.addCompany(found, value);
    this.addDirectory(found, this.inDirectory(identifier));
    const isin = kind === 'isin' ? value : found.listings.find((listing) => listing.isin !== null)?.isin;
    if (found.entity === null && kind !== 'lei' && isin != null) await this.addIssuer(found, isin);
    if (found.cik === null) await this.addCik(found);
    found.listings = found.listings.slice(0, MAX_LISTINGS);
    return found;
  }

  private inDirectory({ kind, value }: Identifier): readonly Instrument[] {
    if (kind === 'isin') return this.table.ofIsin(value);
    if (kind === 'cusip') return this.table.ofIsin(isinOfCusip(value));
    if (kind === 'symbol') return [this.table.find(value) ?? []].flat();
    if (kind !== 'ticker') return [];
    const ticker = `${value.replaceAll(/[./]/g, '-')}.`;
    return this.table.all.filter(({ symbol }) => symbol.startsWith(ticker));
  }

  private addDirectory(found: Found, instruments: readonly Instrument[]): void {
    const rows = instruments.map(({ symbol, name, exchange, currency, isin }) => ({
      symbol,
      name,
      exchange,
      currency,
      isin,
      figi: null,
      shareClassFigi: null,
    }));
    if (found.identifier?.kind !== 'lei' && found.identifier?.kind !== 'cik')
      note(found, sourceOf(DIRECTORY, rows.length > 0, tableAsOf));
    this.merge(found, DIRECTORY, rows);
  }

  private addListings(found: Found, provider: string, outcome: CacheOutcome<Listings>): void {
    if (outcome.found === undefined) {
      note(found, failed(provider, outcome.error));
      return;
    }
    const { value, loadedAt, stale } = outcome.found;
    note(found, { ...sourceOf(provider, value.length > 0, new Date(loadedAt)), stale });
    this.merge(found, provider, value);
  }

  /** Adds listings; those of one symbol become one, and the directory states its currency. */
  private merge({ listings }: Found, provider: string, rows: Listings): void {
    for (const row of rows) {
      const known = listings.find(({ symbol, figi }) => (symbol === null ? figi === row.figi : symbol === row.symbol));
      const currency = this.table.find(row.symbol ?? '')?.currency ?? row.currency;
      if (known === undefined) listings.push({ ...row, currency, providers: [provider] });
      else Object.assign(known, completed(known, row), { currency, providers: [...known.providers, provider] });
    }
  }

  private async addEntity(found: Found, lei: string): Promise<void> {
    const entity = await this.asked(found, this.entities.provider, () => this.entities.entity(lei));
    found.entity = entity?.entity ?? null;
    if (entity === undefined) return;
    const isins = await this.asked(found, this.entities.provider, () => this.entities.isinsOf(lei));
    for (const isin of isins ?? []) this.addRows(found, this.table.ofIsin(isin));
  }

  private addRows(found: Found, instruments: readonly Instrument[]): void {
    this.merge(
      found,
      DIRECTORY,
      instruments.map((one) => ({ ...one, figi: null, shareClassFigi: null })),
    );
  }

  private async addIssuer(found: Found, isin: string): Promise<void> {
    const issuers = await this.asked(found, this.entities.provider, () => this.entities.issuersOf(isin));
    if (issuers?.length === 1) found.entity = issuers[0]?.entity ?? null;
  }

  private async addCompany(found: Found, cik: string): Promise<void> {
    const own = await this.inTickers(found, (tickers) =>
      [...tickers].flatMap(([ticker, number]) => (String(number) === cik ? `${ticker}.US` : [])),
    );
    if (own.length === 0) return;
    found.cik = cik;
    const unnamed = { name: null, exchange: null, currency: 'USD', isin: null, figi: null, shareClassFigi: null };
    this.merge(
      found,
      'sec',
      own.map((symbol) => ({ ...unnamed, ...this.listedAs(symbol), symbol })),
    );
  }

  private listedAs(symbol: string): Partial<IdentifiedListing> {
    const { name, exchange, isin } = this.table.find(symbol) ?? {};
    return name === undefined ? {} : { name, exchange, isin };
  }

  /** Adds the CIK of a listing in the United States. */
  private async addCik(found: Found): Promise<void> {
    const symbols = found.listings.flatMap(({ symbol }) => (symbol?.endsWith('.US') ? symbol.slice(0, -3) : []));
    if (symbols.length === 0 || found.identifier?.kind === 'cik') return;
    const ciks = new Set(
      await this.inTickers(found, (tickers) => symbols.flatMap((ticker) => tickers.get(ticker) ?? [])),
    );
    if (ciks.size === 1) found.cik = String([...ciks][0]);
  }

  /** Reads the tickers of the source of companies; nothing without CIKs. */
  private async inTickers<Row>(found: Found, read: (tickers: ReadonlyMap<string, number>) => Row[]): Promise<Row[]> {
    const { source } = this.companies;
    if (source === undefined || source.name === 'simulator') return [];
    const own = async () => {
      const tickers = await source.tickers();
      return { ...tickers, value: read(tickers.value) };
    };
    return (await this.asked(found, source.name, own)) ?? [];
  }

  /** Asks a source and notes its outcome. @returns undefined if it fails or knows nothing */
  private async asked<Value>(
    found: Found,
    provider: string | undefined,
    read: () => Promise<{ value: Value; loadedAt: number; stale: boolean }>,
  ): Promise<Value | undefined> {
    if (provider === undefined) return undefined;
    try {
      const { value, loadedAt, stale } = await read();
      const isFound = !Array.isArray(value) || value.length > 0;
      note(found, { ...sourceOf(provider, isFound, new Date(loadedAt)), stale });
      return value;
    } catch (error) {
      note(found, failed(provider, error));
      return undefined;
    }
  }
}

const keyOf = ({ kind, value }: Identifier): string => `${kind} ${value}`;

const empty = (given: string): Found => ({
  given,
  identifier: null,
  listings: [],
  entity: null,
  cik: null,
  sources: [],
});

const sourceOf = (provider: string, isFound: boolean, fetchedAt: Date): ResolutionSource => ({
  provider,
  outcome: isFound ? 'found' : 'unknown',
  fetchedAt,
  stale: false,
});

const precedence = ['unavailable', 'found', 'unknown'];

/** Notes what a source said; of several calls to one source, a failure counts before a result. */
function note({ sources }: Found, source: ResolutionSource): void {
  const known = sources.find(({ provider }) => provider === source.provider);
  if (known === undefined) sources.push(source);
  else if (precedence.indexOf(source.outcome) < precedence.indexOf(known.outcome)) Object.assign(known, source);
}

/** @throws errors other than those of upstreams */
function failed(provider: string, error: unknown): ResolutionSource {
  if (!(error instanceof UpstreamError)) throw error;
  const isUnknown = error.code === 'not_found';
  return { provider, outcome: isUnknown ? 'unknown' : 'unavailable', fetchedAt: null, stale: false };
}

/** Returns the values that a listing lacks and another one has. */
function completed(known: ResolvedListing, row: IdentifiedListing): Partial<IdentifiedListing> {
  const entries = Object.entries(row) as Array<[keyof IdentifiedListing, string | null]>;
  return Object.fromEntries(entries.filter(([name, value]) => known[name] === null && value !== null));
}

/** Reads listings in batches, one after the other. Batches after one that failed are not read. */
async function readBatches(
  source: ListingSource,
  identifiers: readonly Identifier[],
): Promise<Map<string, { value: Listings } | { error: unknown }>> {
  const found = new Map<string, { value: Listings } | { error: unknown }>();
  let failure: unknown;
  for (let at = 0; at < identifiers.length; at += source.batch) {
    const batch = identifiers.slice(at, at + source.batch);
    try {
      if (failure !== undefined) throw failure;
      const listings = await source.listings(batch);
      for (const [index, one] of batch.entries()) found.set(keyOf(one), { value: listings[index] as Listings });
    } catch (error) {
      failure = error;
      for (const one of batch) found.set(keyOf(one), { error });
    }
  }
  return found;
}
