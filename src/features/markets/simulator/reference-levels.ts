/** The approximate value of an asset in US dollars, and its daily standard deviation (of the logarithm). */
export interface ReferenceLevel {
  usd: number;
  sigma: number;
  /** The asset to which it is tied. */
  tiedTo?: string;
}

const level = (usd: number, sigma: number, tiedTo?: string): ReferenceLevel => ({ usd, sigma, tiedTo });

/** Currencies by ISO 4217 code (CNH, the offshore yuan, has none), and metals that trade like them. The order matters: see `swingOf`. */
export const currencies: Readonly<Record<string, ReferenceLevel>> = {
  EUR: level(1.09, 0.0045),
  GBP: level(1.27, 0.005),
  JPY: level(0.0068, 0.0055),
  CHF: level(1.13, 0.0048),
  AUD: level(0.66, 0.006),
  NZD: level(0.6, 0.0062),
  CAD: level(0.73, 0.0042),
  SEK: level(0.095, 0.006),
  NOK: level(0.094, 0.0065),
  DKK: level(0.146, 0.0045, 'EUR'),
  PLN: level(0.25, 0.006),
  CZK: level(0.043, 0.0055),
  HUF: level(0.0027, 0.0065),
  RON: level(0.218, 0.0048),
  ISK: level(0.0073, 0.005),
  TRY: level(0.031, 0.007),
  ILS: level(0.27, 0.0055),
  ZAR: level(0.054, 0.008),
  MXN: level(0.055, 0.0075),
  BRL: level(0.18, 0.008),
  CNY: level(0.139, 0.0022),
  CNH: level(0.139, 0.0022, 'CNY'),
  HKD: level(0.128, 0.0002),
  SGD: level(0.745, 0.0028),
  KRW: level(0.00074, 0.005),
  INR: level(0.0118, 0.0025),
  IDR: level(0.000063, 0.0035),
  MYR: level(0.225, 0.0035),
  PHP: level(0.0175, 0.0035),
  THB: level(0.0285, 0.004),
  TWD: level(0.031, 0.003),
  AED: level(0.2723, 0.0001),
  SAR: level(0.2666, 0.0001),
  XAU: level(2_600, 0.009),
  XAG: level(30, 0.017),
};

export const metals: ReadonlySet<string> = new Set(['XAU', 'XAG']);

export const coins: Readonly<Record<string, ReferenceLevel>> = {
  BTC: level(65_000, 0.026),
  ETH: level(3_100, 0.033),
  SOL: level(145, 0.043),
  XRP: level(0.62, 0.04),
  BNB: level(580, 0.028),
  DOGE: level(0.14, 0.047),
  ADA: level(0.45, 0.04),
  AVAX: level(28, 0.045),
  LINK: level(14, 0.042),
  LTC: level(80, 0.035),
  DOT: level(6.2, 0.04),
  BCH: level(400, 0.037),
  TRX: level(0.14, 0.025),
  XLM: level(0.12, 0.038),
  UNI: level(8.5, 0.045),
  ATOM: level(7.4, 0.04),
  SHIB: level(0.000_019, 0.05),
  USDT: level(1, 0.000_15),
  USDC: level(1, 0.000_08),
};

/** Commodities by ticker, and the VIX, an index that is not a price level. */
export const others: Readonly<Record<string, ReferenceLevel>> = {
  XAUUSD: level(2_600, 0.009),
  XAGUSD: level(30, 0.017),
  XPTUSD: level(980, 0.014),
  XPDUSD: level(1_000, 0.02),
  BRENT: level(78, 0.019),
  ZC: level(4.3, 0.016),
  ZW: level(5.6, 0.018),
  KC: level(3.2, 0.022),
  SB: level(0.19, 0.018),
  WTI: level(74, 0.02),
  NATGAS: level(3.1, 0.035),
  COPPER: level(4.2, 0.014),
  VIX: level(18, 0.06),
};
