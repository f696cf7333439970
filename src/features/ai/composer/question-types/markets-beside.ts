import { instrumentOf } from '../spans/markets-in.js';

/** Index of the market of an exchange, by the suffix of symbols. */
const INDICES: Readonly<Record<string, string>> = {
  ...{ US: 'GSPC.INDX', LSE: 'FTSE.INDX', XETRA: 'GDAXI.INDX', PA: 'FCHI.INDX', AS: 'AEX.INDX', BR: 'BFX.INDX' },
  ...{ SW: 'SSMI.INDX', TSE: 'N225.INDX', HK: 'HSI.INDX', TO: 'GSPTSE.INDX', AU: 'AXJO.INDX', CC: 'BTC-USD.CC' },
};
/** Funds of the sectors of the S&P 500. */
const SECTOR_FUNDS: Readonly<Record<string, string>> = {
  ...{ Financials: 'XLF.US', 'Information Technology': 'XLK.US', Energy: 'XLE.US', 'Health Care': 'XLV.US' },
};

/**
 * Returns the symbols with which the move of an instrument is compared: the index of its market and the fund of its
 * sector.
 */
export function marketsBeside(symbol: string): string[] {
  const market = INDICES[symbol.slice(symbol.lastIndexOf('.') + 1)];
  const fund = SECTOR_FUNDS[instrumentOf(symbol)?.sector ?? ''];
  return [market, fund].filter((beside) => beside !== undefined && beside !== symbol) as string[];
}
