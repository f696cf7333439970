import { recordedJson, startVendorStub, type VendorReply, type VendorStub } from './vendor-stub.js';

const ticker = {
  a: ['63105.10000', '1', '1.000'],
  b: ['63105.00000', '2', '2.000'],
  c: ['63105.00000', '0.00251310'],
  v: ['412.50711290', '1830.94281701'],
  p: ['62986.15020', '62412.98131'],
  t: [9211, 40310],
  l: ['62250.00000', '61000.10000'],
  h: ['63480.00000', '63999.90000'],
  o: '62700.00000',
};
const keys: Record<string, string> = {
  XBTUSD: 'XXBTZUSD',
  XBTEUR: 'XXBTZEUR',
  ETHUSD: 'XETHZUSD',
  ADACAD: 'ADACAD',
  XDGXBT: 'XXDGXXBT',
};
const refusal = (text: string): VendorReply => ({ body: { error: [text], result: {} } });

/** Returns one-minute candles from `since` on: the second has no trade, and the last is not final. */
export function krakenBars(since: number): unknown[][] {
  const start = Math.ceil((since + 1) / 60) * 60;
  return [
    [start, '63000.1', '63050.0', '62990.0', '63040.5', '63021.7', '3.51210000', 31],
    [start + 60, '63040.5', '63040.5', '63040.5', '63040.5', '0.0', '0.00000000', 0],
    [start + 120, '63040.5', '63110.0', '63040.5', '63105.0', '63088.2', '1.02000000', 12],
  ];
}

/**
 * Starts a stub of Kraken. The list of pairs is a recorded response of Kraken; the other responses follow its
 * documentation.
 */
export function startKrakenStub(): Promise<VendorStub> {
  return startVendorStub({
    answer: ({ path, query }) => {
      if (path === '/0/public/AssetPairs') return { body: recordedJson('kraken/asset-pairs.json') };
      const pairs = query.get('pair')?.split(',') ?? [];
      if (pairs.length === 0 || pairs.some((pair) => keys[pair] === undefined))
        return refusal('EQuery:Unknown asset pair');
      if (path === '/0/public/Ticker')
        return { body: { error: [], result: Object.fromEntries(pairs.map((pair) => [keys[pair], ticker])) } };
      if (path !== '/0/public/OHLC') return refusal('EGeneral:Unknown method');
      const bars = krakenBars(Number(query.get('since')));
      return { body: { error: [], result: { [keys[pairs[0] as string] as string]: bars, last: bars[1]?.[0] } } };
    },
    greeting: { channel: 'status', type: 'update', data: [{ system: 'online', api_version: 'v2', version: '2.0.10' }] },
    hear: ({ method, params }, peer) => {
      const { symbol } = params as { symbol: string[] };
      for (const one of symbol)
        peer.send({ method, result: { channel: 'ticker', snapshot: true, symbol: one }, success: true });
    },
  });
}
