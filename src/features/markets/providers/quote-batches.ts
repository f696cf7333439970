import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderQuote } from '../quote.js';
import type { QuoteFailed } from './market-provider.js';

/**
 * Codes of failures that concern the symbols of a call; other failures concern the vendor, so the next call would fail
 * too.
 */
const ofSymbols: ReadonlySet<string> = new Set(['not_found', 'bad_answer']);

interface Batches {
  symbols: readonly MarketSymbol[];
  /** Number of symbols per call. */
  size: number;
  /** Number of concurrent calls. */
  atOnce: number;
  failed?: QuoteFailed;
}

/**
 * Reads quotes in batches, in no particular order. A failed call fails its own symbols; after a failure of the vendor
 * itself, no further call is made.
 * @param read throws `not_found` if the vendor knows none of the symbols of a call
 * @throws UpstreamError the vendor's failure, or else the first one, if no call succeeded; `not_found` alone is no
 * failure
 */
export async function quotesInBatches(
  { symbols, size, atOnce, failed = () => {} }: Batches,
  read: (batch: readonly MarketSymbol[]) => Promise<ProviderQuote[]>,
): Promise<ProviderQuote[]> {
  const waiting = Array.from({ length: Math.ceil(symbols.length / size) }, (_, index) =>
    symbols.slice(index * size, (index + 1) * size),
  );
  const quotes: ProviderQuote[] = [];
  const failures: Array<{ batch: readonly MarketSymbol[]; error: UpstreamError }> = [];
  let outage: UpstreamError | undefined;
  let answers = 0;
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      try {
        if (outage !== undefined) throw outage;
        quotes.push(...(await read(batch)));
        answers += 1;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (!ofSymbols.has(error.code)) outage ??= error;
        if (error.code !== 'not_found') failures.push({ batch, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
  const first = outage ?? failures[0]?.error;
  if (first !== undefined && answers === 0) throw first;
  for (const { batch, error } of failures) for (const { text } of batch) failed(text, error);
  return quotes;
}
