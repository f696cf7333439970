import { startVendorStub, type VendorStub } from './vendor-stub.js';

const ticker = {
  priceChange: '-94.99999800',
  priceChangePercent: '-95.960',
  weightedAvgPrice: '0.29628482',
  prevClosePrice: '0.10002000',
  lastPrice: '64002.10000000',
  bidPrice: '64002.00000000',
  askPrice: '64002.10000000',
  openPrice: '63100.00000000',
  highPrice: '64500.00000000',
  lowPrice: '62900.50000000',
  volume: '8913.30000000',
  quoteVolume: '15.30000000',
  openTime: 1499783499040,
  closeTime: 1499869899040,
  count: 76,
};
const listed = ['BTCUSDT', 'ETHUSDT', 'ETHBTC'];
const kline = [
  1499040000000,
  '0.01634790',
  '0.80000000',
  '0.01575800',
  '0.01577100',
  '148976.11427815',
  1499644799999,
  '2434.19055334',
  308,
  '1756.87',
  '28.4',
  '0',
];

/** Starts a stub of Binance, written after its documentation. */
export function startBinanceStub(): Promise<VendorStub> {
  return startVendorStub({
    answer: ({ path, query }) => {
      const several = query.get('symbols');
      const asked: string[] = several === null ? [query.get('symbol') ?? ''] : JSON.parse(several);
      if (asked.some((symbol) => !listed.includes(symbol)))
        return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
      const headers = { 'x-mbx-used-weight-1m': '2' };
      if (path === '/api/v3/klines') return { headers, body: [kline] };
      if (path === '/api/v3/ticker/24hr') return { headers, body: asked.map((symbol) => ({ symbol, ...ticker })) };
      return { status: 404, body: '<html>Not found</html>' };
    },
    hear: ({ id }, peer) => peer.send({ result: null, id }),
  });
}
