import { readList } from '../../../upstream/answers.js';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest } from '../../../upstream/upstreams.js';
import type { ProviderQuote } from '../quote.js';
import type { QuoteFailed } from './market-provider.js';

/** The valid rows of a list, and the number of malformed ones. */
export interface Rows<Row> {
  rows: Row[];
  /** Number of rows skipped because they are malformed. */
  skipped: number;
}

/**
 * Reads a list row by row; a malformed row does not fail the others.
 * @param place names the list, for errors
 * @param read returns undefined for a valid row that is not needed
 * @throws UpstreamError `bad_answer` if the value is not a list, or if every row is malformed
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

/** Gets a list and reads its rows. Read and skipped rows are counted for the feed. @throws UpstreamError */
export async function getRows<Row>(
  upstream: Upstream,
  request: Omit<UpstreamRequest<Rows<Row>>, 'records' | 'skipped'>,
): Promise<Row[]> {
  const { rows } = await upstream.get({
    ...request,
    records: (answer) => answer.rows.length,
    skipped: (answer) => answer.skipped,
  });
  return rows;
}

/** The quotes in a response for several symbols. */
export interface QuoteRows extends Rows<ProviderQuote> {
  /** Symbols whose rows are malformed, or missing although the vendor sends a row for each symbol. */
  failed: string[];
}

interface QuoteReader {
  /** The requested symbols; rows of other symbols are ignored. */
  asked: ReadonlySet<string>;
  /** Returns the symbol of a row. @returns undefined for a row of another symbol */
  symbolOf(row: unknown): string | undefined;
  /**
   * Reads the quote of a row.
   * @returns undefined for a symbol that the vendor does not know
   * @throws UpstreamError `bad_answer`
   */
  read(row: unknown, symbol: string): ProviderQuote | undefined;
}

/**
 * Reads quotes row by row. A malformed row fails its own symbol: it must not look like an unknown symbol.
 * @throws UpstreamError `bad_answer` if the value is not a list, or if every row is malformed
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
  // A missing row also counts as malformed. The malformed row of a symbol is already counted in `skipped`.
  return { rows, skipped: Math.max(skipped, failed.length), failed };
}

/** Gets the quotes of several symbols. @param failed receives the symbols whose rows are malformed */
export async function getQuotes(
  upstream: Upstream,
  request: Omit<UpstreamRequest<QuoteRows>, 'records' | 'skipped'>,
  failed: QuoteFailed,
): Promise<ProviderQuote[]> {
  const answer = await upstream.get({
    ...request,
    records: ({ rows }) => rows.length,
    skipped: ({ skipped }) => skipped,
  });
  for (const symbol of answer.failed) failed(symbol, badAnswer('The row of a symbol is missing or cannot be used.'));
  return answer.rows;
}
