/** The part of symbols after the point, by names of exchanges that people write before a ticker: `NYSE:KO`. */
export const venues: Readonly<Record<string, string>> = {
  NASDAQ: 'US',
  NYSE: 'US',
  NYSEARCA: 'US',
  NYSEAMERICAN: 'US',
  AMEX: 'US',
  LSE: 'LSE',
  LON: 'LSE',
  XETRA: 'XETRA',
  ETR: 'XETRA',
  EPA: 'PA',
  AMS: 'AS',
  EBR: 'BR',
  TYO: 'TSE',
  TSE: 'TSE',
  SWX: 'SW',
  SIX: 'SW',
  FRA: 'XETRA',
  GER: 'XETRA',
  PAR: 'PA',
  MIL: 'MI',
  BIT: 'MI',
  TSX: 'TO',
  HKEX: 'HK',
  HKG: 'HK',
  ASX: 'AU',
};

/** Returns the symbol of a ticker at an exchange, both case-insensitive; undefined for an unknown exchange. */
export function symbolAt(exchange: string, ticker: string): string | undefined {
  const name = exchange.toUpperCase();
  return Object.hasOwn(venues, name) ? `${ticker.toUpperCase().replace('.', '-')}.${venues[name]}` : undefined;
}
