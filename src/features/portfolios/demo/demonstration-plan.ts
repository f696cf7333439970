/** First day of the demonstration. */
export const DEMONSTRATION_START = '2023-01-16';

export const demonstrationNames = {
  own: 'Demonstration (made-up transactions)',
  model: 'Demonstration model (made-up weights)',
} as const;
export const DEMONSTRATION_NOTE = 'Demonstration: a made-up transaction.';

/** The purchases at the start, by currency, each for about `amount` of that currency. */
export const firstPurchases: ReadonlyArray<{ symbol: string; currency: string; amount: number }> = [
  { symbol: 'VTI.US', currency: 'USD', amount: 25_000 },
  { symbol: 'AGG.US', currency: 'USD', amount: 12_000 },
  { symbol: 'MSFT.US', currency: 'USD', amount: 9_000 },
  { symbol: 'PG.US', currency: 'USD', amount: 6_000 },
  { symbol: 'XOM.US', currency: 'USD', amount: 5_000 },
  { symbol: 'BTC-USD.CC', currency: 'USD', amount: 2_500 },
  { symbol: 'AI.PA', currency: 'EUR', amount: 8_000 },
  { symbol: 'SAP.XETRA', currency: 'EUR', amount: 8_000 },
  { symbol: 'NESN.SW', currency: 'CHF', amount: 7_000 },
  { symbol: 'AZN.LSE', currency: 'GBP', amount: 7_000 },
];

/** Deposits on the first day, by currency. */
export const firstDeposits: Readonly<Record<string, number>> = { USD: 62_000, EUR: 17_000, CHF: 7_500, GBP: 7_500 };

/** A deposit in every third month. All but 100 USD is spent on one of the symbols, in turn. */
export const quarterly = { currency: 'USD', amount: 1_800, symbols: ['VTI.US', 'AGG.US', 'XOM.US'] } as const;

/** Sales: on each day the fraction `share` of the held units is sold. */
export const sales: ReadonlyArray<{ day: string; symbol: string; share: number }> = [
  { day: '2024-03-14', symbol: 'BTC-USD.CC', share: 0.4 },
  { day: '2025-02-13', symbol: 'MSFT.US', share: 0.25 },
  { day: '2025-10-16', symbol: 'SAP.XETRA', share: 0.2 },
];

/** A fee paid each January, from the second year on. */
export const yearlyFee = { currency: 'USD', amount: 48 } as const;

/** The fee of a trade: a fraction of its amount, and a minimum in the currency of the trade. */
export const tradeFee = { share: 0.001, min: 1 } as const;
/** Fraction of a dividend that is withheld as tax. */
export const DIVIDEND_TAX = 0.15;

/** Target weights of the model portfolio. */
export const modelWeights: Readonly<Record<string, number>> = {
  'VTI.US': 0.4,
  'AGG.US': 0.2,
  'MSFT.US': 0.08,
  'PG.US': 0.06,
  'XOM.US': 0.05,
  'AI.PA': 0.06,
  'SAP.XETRA': 0.05,
  'NESN.SW': 0.05,
  'AZN.LSE': 0.05,
};
