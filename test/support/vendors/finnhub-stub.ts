import { recorded, startVendorStub, type VendorReply, type VendorRequest, type VendorStub } from './vendor-stub.js';

const json = (name: string): VendorReply => ({
  headers: { 'content-type': 'application/json' },
  body: recorded(`finnhub/${name}.json`),
});

/** Starts a stub of Finnhub with a free plan and the key `finnhub-key`. Its path ends in `/api/v1`. */
export async function startFinnhubStub(): Promise<VendorStub> {
  const stub = await startVendorStub({
    answer: (request) =>
      request.headers['x-finnhub-token'] === 'finnhub-key'
        ? answerTo(request)
        : { status: 401, body: { error: 'Invalid API key' } },
  });
  return { ...stub, url: `${stub.url}/api/v1` };
}

function answerTo({ path, query }: VendorRequest): VendorReply {
  const isApple = query.get('symbol') === 'AAPL';
  if (path === '/api/v1/quote') return json(isApple ? 'quote-AAPL' : 'quote-unknown');
  if (path === '/api/v1/stock/candle') return { status: 403, ...json('candle-AAPL') };
  if (path === '/api/v1/search') return json('search-apple');
  if (path === '/api/v1/stock/profile2') return isApple ? json('profile-AAPL') : { body: {} };
  return { status: 404, body: { error: 'not found' } };
}
