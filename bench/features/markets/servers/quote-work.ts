// The responses of both servers of this bench: quotes of fifty instruments, with every field filled.
import type { ProviderQuote } from '../../../../src/features/markets/quote.js';

export const ACCOUNTS = 20;
export const symbols: readonly string[] = [
  ...Array.from({ length: 40 }, (_, index) => `BENCH${index}.US`),
  'EURUSD.FOREX',
  'GBPUSD.FOREX',
  'USDJPY.FOREX',
  'EURCHF.FOREX',
  'AUDUSD.FOREX',
  'BTC-USD.CC',
  'ETH-USD.CC',
  'SOL-USD.CC',
  'XRP-USD.CC',
  'ADA-USD.CC',
];

export const secret = 'a secret of the benchmark, more than thirty-two bytes';

export function quoteOf(symbol: string, index: number, tradedAt: Date): ProviderQuote {
  const price = 100 + index * 1.37;
  return {
    symbol,
    currency: 'USD',
    price,
    previousClose: price - 0.84,
    open: price - 0.5,
    high: price + 1.2,
    low: price - 1.9,
    volume: 37_931_706 + index,
    bid: price - 0.01,
    ask: price + 0.01,
    tradedAt,
  };
}
