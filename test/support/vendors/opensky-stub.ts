import { startVendorStub, type VendorStub } from './vendor-stub.js';

const row = [
  'ab1644',
  'UAL1608 ',
  'United States',
  1_767_225_599,
  1_767_225_599,
  -83.9278,
  37.5345,
  10_363.2,
  false,
  166.8,
  236.7,
  0,
  null,
  10_492.74,
  '6532',
  false,
  0,
  4,
];

/**
 * Starts a stub of the OpenSky Network, written after its documentation. It returns states for its latest token, or
 * without a token.
 */
export async function startOpenSkyStub(): Promise<VendorStub & { tokens(): number; endTokens(): void }> {
  let tokens = 0;
  let ended = 0;
  const stub = await startVendorStub({
    answer: ({ path, method, form, headers }) => {
      if (path === '/token') {
        const isClient =
          method === 'POST' &&
          form.get('grant_type') === 'client_credentials' &&
          form.get('client_id') === 'me' &&
          form.get('client_secret') === 'secret';
        if (!isClient) return { status: 400, body: { error: 'invalid_client' } };
        tokens += 1;
        return { body: { access_token: `token-${tokens}`, expires_in: 1_800, token_type: 'Bearer' } };
      }
      if (path !== '/states/all') return { status: 404, body: 'no' };
      const { authorization } = headers;
      if (authorization !== undefined && (authorization !== `Bearer token-${tokens}` || ended === tokens))
        return { status: 401, body: 'expired' };
      return { headers: { 'x-rate-limit-remaining': '390' }, body: { time: 1_767_225_600, states: [row] } };
    },
  });
  return Object.assign(stub, {
    tokens: () => tokens,
    endTokens: () => {
      ended = tokens;
    },
  });
}
