import { recordedJson, startVendorStub, type VendorReply, type VendorStub } from './vendor-stub.js';

const notFound: VendorReply = { status: 404, body: { message: 'NotFound' } };

/** Starts a stub of Coinbase Exchange that has prices of BTC-USD and ETH-USD. */
export function startCoinbaseStub(): Promise<VendorStub> {
  return startVendorStub({
    answer: ({ path, query }) => {
      if (path === '/products') return { body: recordedJson('coinbase/products.json') };
      const [, , id = '', what] = path.split('/');
      if (!['BTC-USD', 'ETH-USD'].includes(id)) return notFound;
      if (what === 'ticker' || what === 'stats') return { body: recordedJson(`coinbase/${what}.json`) };
      if (what !== 'candles') return notFound;
      const span = Date.parse(query.get('end') ?? '') - Date.parse(query.get('start') ?? '');
      if (span / 1000 / Number(query.get('granularity')) > 300) {
        const message =
          'granularity too small for the requested time range. Count of aggregations requested exceeds 300';
        return { status: 400, body: { message } };
      }
      return { body: recordedJson('coinbase/candles.json') };
    },
    hear: ({ type, channels, product_ids }, peer) => {
      if (type === 'subscribe')
        peer.send({ type: 'subscriptions', channels: (channels as string[]).map((name) => ({ name, product_ids })) });
    },
  });
}
