import { readList, readRecord, readText } from '../../../upstream/answers.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { VendorSettings } from '../../../upstream/vendor.js';
import { type Identifier, type IdentifierKind, readIdentifier } from '../identifier.js';
import type { IdentifiedListing } from '../legal-entity.js';
import { identifierVendors } from '../markets.vendors.js';
import { ListingSource } from './identifier-source.js';

/** Documented limits (https://www.openfigi.com/api/documentation): without a key 25 calls a minute, 5 jobs each. */
const limits = {
  keyless: { batch: 5, calls: 25, windowSeconds: 60 },
  keyed: { batch: 100, calls: 25, windowSeconds: 6 },
};
/** Maximum number of listings that are kept of one identifier; large companies have some 200. */
const MAX_LISTINGS = 50;

/** Codes of exchanges of OpenFIGI with the venue of this service and the currency of its usual listings. */
const venues: Readonly<Record<string, readonly [venue: string, currency: string]>> = {
  US: ['US', 'USD'],
  LN: ['LSE', 'GBP'],
  GY: ['XETRA', 'EUR'],
  FP: ['PA', 'EUR'],
  NA: ['AS', 'EUR'],
  BB: ['BR', 'EUR'],
  PL: ['LS', 'EUR'],
  SW: ['SW', 'CHF'],
  CT: ['TO', 'CAD'],
  JT: ['TSE', 'JPY'],
  HK: ['HK', 'HKD'],
  AT: ['AU', 'AUD'],
};
const codes = new Map(Object.entries(venues).map(([code, [venue]]) => [venue, code]));
const types: Partial<Record<IdentifierKind, string>> = {
  isin: 'ID_ISIN',
  cusip: 'ID_CUSIP',
  figi: 'ID_BB_GLOBAL',
  ticker: 'TICKER',
  symbol: 'TICKER',
};

/** OpenFIGI of Bloomberg: listings by ISIN, CUSIP, FIGI or ticker; a key is optional. */
export class OpenFigiProvider extends ListingSource {
  readonly name = 'openfigi';
  readonly kinds = Object.keys(types) as IdentifierKind[];
  readonly batch: number;
  private readonly upstream: Upstream;

  constructor({ upstreams }: SourceParts, { baseUrl }: VendorSettings, key: string | undefined) {
    super();
    const { batch, ...budget } = key === undefined ? limits.keyless : limits.keyed;
    this.batch = batch;
    this.upstream = upstreams.open({
      feed: identifierVendors.openfigi.feed,
      provider: this.name,
      baseUrl,
      headers: key === undefined ? {} : { 'x-openfigi-apikey': key },
      budgets: [budget],
    });
  }

  listings(identifiers: readonly Identifier[]): Promise<ReadonlyArray<readonly IdentifiedListing[]>> {
    return this.upstream.post({
      path: '/v3/mapping',
      json: identifiers.map(jobOf),
      parse: (body) => figiListings(body, identifiers),
      records: (found) => found.length,
    });
  }
}

function jobOf({ kind, value }: Identifier): object {
  if (kind !== 'symbol') return { idType: types[kind], idValue: value };
  const dot = value.lastIndexOf('.');
  const code = codes.get(value.slice(dot + 1));
  return { idType: types.symbol, idValue: value.slice(0, dot).replace('-', '/'), ...(code && { exchCode: code }) };
}

/**
 * Parses the response to a mapping: for each job `{"data": […]}`, `{"warning": …}` if nothing was found, or `{"error":
 * …}`.
 * @throws UpstreamError `bad_answer` also for another number of results than jobs, which would mix identifiers up
 */
export function figiListings(body: unknown, identifiers: readonly Identifier[]): IdentifiedListing[][] {
  const results = readList(body, 'mapping');
  if (results.length !== identifiers.length) throw badAnswer('mapping has another number of results than jobs.');
  return results.map((result, index) => {
    const { data, error, warning } = readRecord(result, 'mapping');
    if (data === undefined && error === undefined && warning === undefined) throw badAnswer('A result is empty.');
    if (data === undefined) return [];
    const { kind, value } = identifiers[index] as Identifier;
    const listings = readList(data, 'data').flatMap((row) => listingOf(row, kind === 'isin' ? value : null) ?? []);
    const known = listings.filter(({ symbol }) => symbol !== null);
    const listed = kind === 'symbol' ? listings.filter(({ symbol }) => symbol === value) : listings;
    return (known.length > 0 && kind !== 'symbol' ? known : listed).slice(0, MAX_LISTINGS);
  });
}

/** Returns a row as a listing; undefined for a row without a valid FIGI. */
function listingOf(row: unknown, isin: string | null): IdentifiedListing | undefined {
  const { figi, ticker, name, exchCode, shareClassFIGI, marketSector } = readRecord(row, 'row');
  const own = typeof figi === 'string' ? readIdentifier(figi, 'figi').identifier : undefined;
  if (own === undefined) return undefined;
  const shareClass = typeof shareClassFIGI === 'string' ? readIdentifier(shareClassFIGI, 'figi').identifier : undefined;
  const exchange = readText(exchCode)?.slice(0, 20) ?? null;
  const venue = marketSector === 'Equity' ? venues[exchange ?? ''] : undefined;
  const text = readText(ticker)
    ?.toUpperCase()
    .replace(/\/$/, '')
    .replaceAll(/[ /.]+/g, '-');
  const symbol = venue === undefined || text === undefined ? undefined : `${text}.${venue[0]}`;
  return {
    symbol: symbol === undefined ? null : (readIdentifier(symbol, 'symbol').identifier?.value ?? null),
    name: readText(name),
    exchange,
    currency: venue?.[1] ?? null,
    isin,
    figi: own.value,
    shareClassFigi: shareClass?.value ?? null,
  };
}
