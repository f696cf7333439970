import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest } from '../../../upstream/upstreams.js';
import type { ProviderQuote } from '../quote.js';
import { readList } from './answer-values.js';
import type { QuoteFailed } from './market-provider.js';

/** A list of an answer, as far as it could be used. */
export interface Rows<Row> {
  rows: Row[];
  /** How many were left out because they are not of the documented form. */
  skipped: number;
}

/**
 * Reads a list row by row; one bad row does not spoil the others.
 * @param read undefined for a row that is in order and of no use here
 * @throws UpstreamError `bad_answer` for no list, and for one in which every row is bad
 */
export function readRows<Row>(list: unknown, place: string, read: (row: unknown) => Row | undefined): Rows<Row> {
  const all = readList(list, place);
  const rows: Row[] = [];
  let skipped = 0;
  for (const one of all) {
    try {
      const row = read(one);
      if (row !== undefined) rows.push(row);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      skipped += 1;
    }
  }
  if (skipped > 0 && skipped === all.length) throw badAnswer(`${place} has no usable row.`);
  return { rows, skipped };
}

/** A GET whose answer is a list. Both what was read of it and what was left out are counted for the feed. @throws UpstreamError */
export async function getRows<Row>(upstream: Upstream, request: Omit<UpstreamRequest<Rows<Row>>, 'records' | 'skipped'>): Promise<Row[]> {
  const { rows } = await upstream.get({ ...request, records: (answer) => answer.rows.length, skipped: (answer) => answer.skipped });
  return rows;
}

/** Quotes of an answer for several symbols. */
export interface QuoteRows extends Rows<ProviderQuote> {
  /** The symbols whose rows cannot be used, or that have none though the vendor answers for each. */
  failed: string[];
}

interface QuoteReader {
  /** The symbols of the call: rows of others are left out. */
  asked: ReadonlySet<string>;
  /** @returns undefined for a row of another symbol */
  symbolOf(row: unknown): string | undefined;
  /** @returns undefined for a symbol that the vendor does not know. @throws UpstreamError `bad_answer` */
  read(row: unknown, symbol: string): ProviderQuote | undefined;
}

/**
 * Reads quotes row by row. A row that cannot be used fails its own symbol: a bad row must not look like an unknown symbol.
 * @throws UpstreamError `bad_answer` for an invalid list, and when every row is bad
 */
export function readQuotes(list: unknown, place: string, { asked, symbolOf, read }: QuoteReader): QuoteRows {
  const answered = new Set<string>();
  const { rows, skipped } = readRows(list, place, (row) => {
    const symbol = symbolOf(row);
    if (symbol === undefined || !asked.has(symbol)) return undefined;
    const quote = read(row, symbol);
    answered.add(symbol);
    return quote;
  });
  const failed = [...asked].filter((symbol) => !answered.has(symbol));
  // A symbol without any row counts as a bad row, too; the bad row of a symbol is counted already.
  return { rows, skipped: Math.max(skipped, failed.length), failed };
}

/** As `getRows`, for quotes of several symbols. @param failed receives those whose rows cannot be used */
export async function getQuotes(
  upstream: Upstream,
  request: Omit<UpstreamRequest<QuoteRows>, 'records' | 'skipped'>,
  failed: QuoteFailed,
): Promise<ProviderQuote[]> {
  const answer = await upstream.get({ ...request, records: ({ rows }) => rows.length, skipped: ({ skipped }) => skipped });
  for (const symbol of answer.failed) failed(symbol, badAnswer('The row of a symbol is missing or cannot be used.'));
  return answer.rows;
}
