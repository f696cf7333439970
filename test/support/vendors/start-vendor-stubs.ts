import { startBinanceStub } from './binance-stub.js';
import { startCoinbaseStub } from './coinbase-stub.js';
import { startEodhdStub } from './eodhd-stub.js';
import { startFinnhubStub } from './finnhub-stub.js';
import { startKrakenStub } from './kraken-stub.js';
import { startEcbStub, startFrankfurterStub } from './reference-rate-stubs.js';
import type { VendorStub } from './vendor-stub.js';

type Vendor = 'eodhd' | 'finnhub' | 'coinbase' | 'kraken' | 'binance' | 'frankfurter' | 'ecb';

export interface VendorStubs extends Record<Vendor, VendorStub> {
  /** `SVC_EODHD_BASE_URL` and the other URLs and keys, with which a service calls only the stubs. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts a stub of every vendor, each on its own port.
 * @param today last day with reference rates, such as `2026-11-20`
 */
export async function startVendorStubs(today?: string): Promise<VendorStubs> {
  const [eodhd, finnhub, coinbase, kraken, binance, frankfurter, ecb] = await Promise.all([
    startEodhdStub(),
    startFinnhubStub(),
    startCoinbaseStub(),
    startKrakenStub(),
    startBinanceStub(),
    startFrankfurterStub(today),
    startEcbStub(today),
  ]);
  const vendors = { eodhd, finnhub, coinbase, kraken, binance, frankfurter, ecb };
  const env: Record<string, string> = { SVC_EODHD_API_KEY: 'eodhd-key', SVC_FINNHUB_API_KEY: 'finnhub-key' };
  for (const [name, { url, socketUrl }] of Object.entries(vendors)) {
    env[`SVC_${name.toUpperCase()}_BASE_URL`] = url;
    if (name !== 'frankfurter' && name !== 'ecb') env[`SVC_${name.toUpperCase()}_SOCKET_URL`] = socketUrl;
  }
  const close = async () => {
    await Promise.all(Object.values(vendors).map((vendor) => vendor.close()));
  };
  return { ...vendors, env, close };
}
