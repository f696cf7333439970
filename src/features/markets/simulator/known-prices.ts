/** Approximate prices of the best-known instruments in their own currencies (London in pounds), so that simulated prices are plausible. Rounded. */
const prices: Readonly<Record<string, string>> = {
  US:
    'AAPL 230 MSFT 420 NVDA 140 AMZN 200 GOOGL 170 GOOG 172 META 570 TSLA 290 AVGO 175 BRK-B 460 JPM 240 LLY 830 V 310 XOM 118 UNH 580 MA 520 COST 920 ' +
    'JNJ 156 WMT 84 PG 168 NFLX 800 HD 400 ORCL 175 ABBV 176 BAC 45 CVX 158 KO 64 CRM 320 AMD 140 CSCO 57 DIS 110 ADBE 500 PEP 165 MRK 100 INTC 24 QCOM 160 ' +
    'TXN 205 IBM 215 PFE 26 MCD 298 NKE 77 GE 180 CAT 385 GS 590 BA 150 T 22 VZ 41 WFC 73 MS 132 C 69 UBER 71 F 11 GM 56 PLTR 60 TSM 190 BABA 90 NVO 105 ' +
    'EEM 44 EFA 78 VEA 50 VWO 45 TLT 90 AGG 98 BND 73 HYG 79 LQD 109 XLF 50 XLK 230 XLE 95 XLV 145 SMH 245 ARKK 56',
  LSE:
    'AZN 103 SHEL 25.5 HSBA 7.2 ULVR 46 BP 3.85 RIO 49 GSK 13.5 BATS 29 DGE 23.5 GLEN 3.9 BARC 2.55 LLOY 0.55 NWG 3.9 VOD 0.7 BT-A 1.55 NG 9.8 TSCO 3.5 ' +
    'RR 5.5 LSEG 108 REL 36 SWDA 85 VWRL 105',
  XETRA: 'SAP 220 SIE 182 ALV 293 DTE 29 MUV2 480 BAS 43 BAYN 20 BMW 71 MBG 53 VOW3 83 DHL 35 DBK 16 ADS 220 IFX 31 EUNL 102',
  PA: 'MC 600 OR 335 RMS 2050 TTE 56 SAN 92 AIR 138 SU 238 AI 160 BNP 58 CS 33.5',
  AS: 'ASML 640 PRX 38 INGA 15 ADYEN 1400 HEIA 72',
  SW: 'NESN 78 ROG 255 NOVN 92 UBSG 29 ZURN 540',
  TSE: '7203 2650 6758 2800 8306 1750 9984 8700 6861 65000 7974 8200 9983 49000 8035 22000 4063 5500',
  HK: '0700 400 9988 90 3690 170 1299 58 0005 70',
  TO: 'RY 172 TD 79 SHOP 140 ENB 59',
  AU: 'BHP 41 CBA 150 CSL 285',
  INDX:
    'GSPC 5800 NDX 20300 IXIC 18500 DJI 42500 RUT 2250 FTSE 8200 GDAXI 19400 STOXX50E 4900 FCHI 7450 AEX 880 BFX 4250 SSMI 12000 N225 38500 HSI 20500 ' +
    'GSPTSE 24500 AXJO 8250',
};

const bySymbol: ReadonlyMap<string, number> = new Map(
  Object.entries(prices).flatMap(([venue, list]) => {
    const words = list.split(' ');
    return words.flatMap((ticker, at) => (at % 2 === 0 ? [[`${ticker}.${venue}`, Number(words[at + 1])] as const] : []));
  }),
);

/** @returns undefined for other instruments */
export const knownPrice = (symbol: string): number | undefined => bySymbol.get(symbol);

/** Instruments tied to another one, with the ratio of their prices. */
const ties: Readonly<Record<string, [symbol: string, times: number]>> = {
  'SPY.US': ['GSPC.INDX', 0.1],
  'IVV.US': ['GSPC.INDX', 0.1005],
  'VOO.US': ['GSPC.INDX', 0.0919],
  'VTI.US': ['GSPC.INDX', 0.0493],
  'CSPX.LSE': ['GSPC.INDX', 0.105],
  'QQQ.US': ['NDX.INDX', 0.0244],
  'DIA.US': ['DJI.INDX', 0.01],
  'IWM.US': ['RUT.INDX', 0.0993],
  'ISF.LSE': ['FTSE.INDX', 0.000_98],
  'EXS1.XETRA': ['GDAXI.INDX', 0.0085],
  'GLD.US': ['XAUUSD.COMM', 0.0923],
  'SLV.US': ['XAGUSD.COMM', 0.913],
  'BRK-A.US': ['BRK-B.US', 1_500],
  'CL.COMM': ['WTI.COMM', 1],
  'BZ.COMM': ['BRENT.COMM', 1],
  'GC.COMM': ['XAUUSD.COMM', 1],
  'SI.COMM': ['XAGUSD.COMM', 1],
  'PL.COMM': ['XPTUSD.COMM', 1],
  'PA.COMM': ['XPDUSD.COMM', 1],
  'NG.COMM': ['NATGAS.COMM', 1],
  'HG.COMM': ['COPPER.COMM', 1],
};

export const tieOf = (symbol: string): { symbol: string; times: number } | undefined => {
  const tie = ties[symbol];
  return tie && { symbol: tie[0], times: tie[1] };
};

/** Shares without dividends and splits. */
export const withoutActions: ReadonlySet<string> = new Set(['BRK-A.US', 'BRK-B.US']);
