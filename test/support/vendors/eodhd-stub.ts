import { recordedJson, startVendorStub, type VendorRequest, type VendorStub } from './vendor-stub.js';

/** Quotes in the documented form, with the numbers of its examples; quotes of London are in pence. */
const quotes: Record<string, Record<string, unknown>> = {
  'AAPL.US': {
    timestamp: 1729888080,
    open: 229.74,
    high: 233.22,
    low: 229.57,
    close: 231.41,
    volume: 37931706,
    previousClose: 230.57,
  },
  'MSFT.US': {
    timestamp: 1729888080,
    open: 426.76,
    high: 432.52,
    low: 426.57,
    close: 'NA',
    volume: 'NA',
    previousClose: 424.73,
  },
  'VOD.LSE': {
    timestamp: 1729870200,
    open: 73.5,
    high: 73.9,
    low: 73.1,
    close: 73.24,
    volume: 31540120,
    previousClose: 73.42,
  },
  'EURUSD.FOREX': {
    timestamp: 1729891800,
    open: 1.0828,
    high: 1.0839,
    low: 1.0794,
    close: 1.0795,
    volume: 0,
    previousClose: 1.0829,
  },
  'BTC-USD.CC': {
    timestamp: 1729891740,
    open: 68192.9,
    high: 68722.0,
    low: 65521.8,
    close: 66642.4,
    volume: 41469984306,
    previousClose: 68161.05,
  },
  'GSPC.INDX': {
    timestamp: 1729888080,
    open: 5826.75,
    high: 5862.82,
    low: 5799.98,
    close: 5808.12,
    volume: 0,
    previousClose: 5809.86,
  },
};
const unknown = {
  timestamp: 'NA',
  open: 'NA',
  high: 'NA',
  low: 'NA',
  close: 'NA',
  volume: 'NA',
  previousClose: 'NA',
  change: 'NA',
  change_p: 'NA',
};
const listings = [
  {
    Code: 'AAPL',
    Exchange: 'US',
    Name: 'Apple Inc',
    Type: 'Common Stock',
    Country: 'USA',
    Currency: 'USD',
    ISIN: 'US0378331005',
    previousClose: 255.78,
  },
  {
    Code: 'AAPL',
    Exchange: 'XETRA',
    Name: 'Apple Inc',
    Type: 'Common Stock',
    Country: 'Germany',
    Currency: 'EUR',
    ISIN: null,
    previousClose: null,
  },
  {
    Code: 'VOD',
    Exchange: 'LSE',
    Name: 'Vodafone Group PLC',
    Type: 'Common Stock',
    Country: 'UK',
    Currency: 'GBX',
    ISIN: 'GB00BH4HKS39',
  },
  {
    Code: 'VTI',
    Exchange: 'US',
    Name: 'Vanguard Total Stock Market Index Fund ETF Shares',
    Type: 'ETF',
    Country: 'USA',
    Currency: 'USD',
    ISIN: 'US9229087690',
  },
  {
    Code: 'SWPPX',
    Exchange: 'US',
    Name: 'Schwab S&P 500 Index Fund',
    Type: 'FUND',
    Country: 'USA',
    Currency: 'USD',
    ISIN: null,
  },
];

/** Starts a stub of EODHD, which rejects every key except `eodhd-key`. Its paths end in `/api` and `/ws`. */
export async function startEodhdStub(): Promise<VendorStub> {
  const stub = await startVendorStub({
    answer: (request) => {
      if (request.query.get('api_token') !== 'eodhd-key') return { status: 401, body: 'Unauthenticated' };
      const body = bodyOf(request);
      return body === undefined ? { status: 404, body: '<html>Ticker not found</html>' } : { body };
    },
    greeting: { status_code: 200, message: 'Authorized' },
  });
  return { ...stub, url: `${stub.url}/api`, socketUrl: `${stub.socketUrl}/ws` };
}

function bodyOf({ path, query }: VendorRequest): unknown {
  const [, , what, name = ''] = path.split('/');
  const within = <Row extends { date: string }>(rows: Row[]) =>
    rows.filter(({ date }) => date >= (query.get('from') ?? '') && date <= (query.get('to') ?? '9999'));
  if (what === 'real-time') {
    const symbols = [name, ...(query.get('s')?.split(',') ?? [])];
    const rows = symbols.map((code) => ({ code, gmtoffset: 0, ...(quotes[code] ?? unknown) }));
    return query.has('s') ? rows : rows[0];
  }
  if (what === 'search') {
    const asked = name.toUpperCase();
    return listings.filter(
      ({ Code, Name, Exchange }) =>
        (Code.startsWith(asked) || Name.toUpperCase().includes(asked)) &&
        (query.get('exchange') ?? Exchange) === Exchange,
    );
  }
  if (name !== 'AAPL.US') return what === 'intraday' ? [] : undefined;
  if (what === 'intraday') return recordedJson('eodhd/intraday-5m-AAPL.US.json');
  return what === 'eod' || what === 'splits' || what === 'div'
    ? within(recordedJson<Array<{ date: string }>>(`eodhd/${what}-AAPL.US.json`))
    : undefined;
}
