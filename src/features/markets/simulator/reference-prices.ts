/** The approximate value of an asset in US dollars, and the daily standard deviation of its logarithm. */
export interface ReferencePrice {
  usd: number;
  sigma: number;
  /** The other asset to which this asset is tied. */
  tiedTo?: string;
}

/** Returns the rows of a table of words, each with `width` columns. */
function rows(width: number, text: string): Array<[string, ...string[]]> {
  const words = text.trim().split(/\s+/);
  return Array.from(
    { length: words.length / width },
    (_, at) => words.slice(at * width, (at + 1) * width) as [string, ...string[]],
  );
}

const references = (text: string): ReadonlyMap<string, ReferencePrice> =>
  new Map(
    rows(3, text).map(([name, usd, sigma]) => {
      const [code, tiedTo] = name.split('=') as [string, string?];
      return [code, { usd: Number(usd), sigma: Number(sigma), tiedTo }];
    }),
  );

/**
 * Currencies by ISO 4217 code (CNH, the offshore yuan, has no such code), and metals that trade like them. The order
 * matters for `swingOf`.
 */
export const currencies = references(`
  EUR 1.09 0.0045  GBP 1.27 0.005  JPY 0.0068 0.0055  CHF 1.13 0.0048  AUD 0.66 0.006  NZD 0.6 0.0062  CAD 0.73 0.0042  SEK 0.095 0.006  NOK 0.094 0.0065
  DKK=EUR 0.146 0.0045  PLN 0.25 0.006  CZK 0.043 0.0055  HUF 0.0027 0.0065  RON 0.218 0.0048  ISK 0.0073 0.005  TRY 0.031 0.007  ILS 0.27 0.0055
  ZAR 0.054 0.008  MXN 0.055 0.0075  BRL 0.18 0.008  CNY 0.139 0.0022  CNH=CNY 0.139 0.0022  HKD 0.128 0.0002  SGD 0.745 0.0028  KRW 0.00074 0.005
  INR 0.0118 0.0025  IDR 0.000063 0.0035  MYR 0.225 0.0035  PHP 0.0175 0.0035  THB 0.0285 0.004  TWD 0.031 0.003  AED 0.2723 0.0001  SAR 0.2666 0.0001
  XAU 2600 0.009  XAG 30 0.017`);

export const metals: ReadonlySet<string> = new Set(['XAU', 'XAG']);

export const coins = references(`
  BTC 65000 0.026  ETH 3100 0.033  SOL 145 0.043  XRP 0.62 0.04  BNB 580 0.028  DOGE 0.14 0.047  ADA 0.45 0.04  AVAX 28 0.045  LINK 14 0.042  LTC 80 0.035
  DOT 6.2 0.04  BCH 400 0.037  TRX 0.14 0.025  XLM 0.12 0.038  UNI 8.5 0.045  ATOM 7.4 0.04  SHIB 0.000019 0.05  USDT 1 0.00015  USDC 1 0.00008`);

/** Commodities by ticker, and the VIX, an index that is not a price level. */
export const others = references(`
  XAUUSD 2600 0.009  XAGUSD 30 0.017  XPTUSD 980 0.014  XPDUSD 1000 0.02  BRENT 78 0.019  WTI 74 0.02  NATGAS 3.1 0.035  COPPER 4.2 0.014
  ZC 4.3 0.016  ZW 5.6 0.018  KC 3.2 0.022  SB 0.19 0.018  VIX 18 0.06`);

/**
 * Approximate prices of the best-known instruments in their own currencies (London in pounds), which make simulated
 * prices plausible.
 */
const known: Readonly<Record<string, string>> = {
  US:
    'AAPL 230 MSFT 420 NVDA 140 AMZN 200 GOOGL 170 GOOG 172 META 570 TSLA 290 AVGO 175 BRK-B 460 JPM 240 LLY ' +
    '830 V 310 XOM 118 UNH 580 MA 520 COST 920 ' +
    'JNJ 156 WMT 84 PG 168 NFLX 800 HD 400 ORCL 175 ABBV 176 BAC 45 CVX 158 KO 64 CRM 320 AMD 140 CSCO 57 DIS ' +
    '110 ADBE 500 PEP 165 MRK 100 INTC 24 QCOM 160 ' +
    'TXN 205 IBM 215 PFE 26 MCD 298 NKE 77 GE 180 CAT 385 GS 590 BA 150 T 22 VZ 41 WFC 73 MS 132 C 69 UBER 71 ' +
    'F 11 GM 56 PLTR 60 TSM 190 BABA 90 NVO 105 ' +
    'EEM 44 EFA 78 VEA 50 VWO 45 TLT 90 AGG 98 BND 73 HYG 79 LQD 109 XLF 50 XLK 230 XLE 95 XLV 145 SMH 245 ARKK 56',
  LSE:
    'AZN 103 SHEL 25.5 HSBA 7.2 ULVR 46 BP 3.85 RIO 49 GSK 13.5 BATS 29 DGE 23.5 GLEN 3.9 BARC 2.55 LLOY 0.55 ' +
    'NWG 3.9 VOD 0.7 BT-A 1.55 NG 9.8 TSCO 3.5 ' +
    'RR 5.5 LSEG 108 REL 36 SWDA 85 VWRL 105',
  XETRA:
    'SAP 220 SIE 182 ALV 293 DTE 29 MUV2 480 BAS 43 BAYN 20 BMW 71 MBG 53 VOW3 83 DHL 35 DBK 16 ADS 220 IFX 31 ' +
    'EUNL 102',
  PA: 'MC 600 OR 335 RMS 2050 TTE 56 SAN 92 AIR 138 SU 238 AI 160 BNP 58 CS 33.5',
  AS: 'ASML 640 PRX 38 INGA 15 ADYEN 1400 HEIA 72',
  SW: 'NESN 78 ROG 255 NOVN 92 UBSG 29 ZURN 540',
  TSE: '7203 2650 6758 2800 8306 1750 9984 8700 6861 65000 7974 8200 9983 49000 8035 22000 4063 5500',
  HK: '0700 400 9988 90 3690 170 1299 58 0005 70',
  TO: 'RY 172 TD 79 SHOP 140 ENB 59',
  AU: 'BHP 41 CBA 150 CSL 285',
  INDX:
    'GSPC 5800 NDX 20300 IXIC 18500 DJI 42500 RUT 2250 FTSE 8200 GDAXI 19400 STOXX50E 4900 FCHI 7450 AEX 880 ' +
    'BFX 4250 SSMI 12000 N225 38500 HSI 20500 ' +
    'GSPTSE 24500 AXJO 8250',
};

const prices: ReadonlyMap<string, number> = new Map(
  Object.entries(known).flatMap(([venue, list]) =>
    rows(2, list).map(([ticker, price]) => [`${ticker}.${venue}`, Number(price)] as const),
  ),
);

/** Returns the approximate price of a well-known instrument. @returns undefined for other instruments */
export const knownPrice = (symbol: string): number | undefined => prices.get(symbol);

/** Instruments that are tied to another one, with the ratio of their prices. */
const ties = new Map(
  rows(
    3,
    `SPY.US GSPC.INDX 0.1  IVV.US GSPC.INDX 0.1005  VOO.US GSPC.INDX 0.0919  VTI.US GSPC.INDX 0.0493  CSPX.LSE GSPC.INDX 0.105  QQQ.US NDX.INDX 0.0244
    DIA.US DJI.INDX 0.01  IWM.US RUT.INDX 0.0993  ISF.LSE FTSE.INDX 0.00098  EXS1.XETRA GDAXI.INDX 0.0085  GLD.US XAUUSD.COMM 0.0923
    SLV.US XAGUSD.COMM 0.913  BRK-A.US BRK-B.US 1500  CL.COMM WTI.COMM 1  BZ.COMM BRENT.COMM 1  GC.COMM XAUUSD.COMM 1  SI.COMM XAGUSD.COMM 1
    PL.COMM XPTUSD.COMM 1  PA.COMM XPDUSD.COMM 1  NG.COMM NATGAS.COMM 1  HG.COMM COPPER.COMM 1`,
  ).map(([symbol, leader, times]) => [symbol, { symbol: leader as string, times: Number(times) }]),
);

/** Returns the instrument to which another one is tied. @returns undefined for instruments that move on their own */
export const tieOf = (symbol: string): { symbol: string; times: number } | undefined => ties.get(symbol);

/** Symbols of shares without dividends and splits. */
export const withoutActions: ReadonlySet<string> = new Set(['BRK-A.US', 'BRK-B.US']);
