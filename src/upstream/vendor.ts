import type { Environment } from '../config/environment.js';

/**
 * A vendor of data. The feature that calls it declares it once, in `<tag>.vendors.ts`: its settings, its state in
 * `GET /health/feeds` and its line in docs/operating.md come from there.
 */
export interface Vendor {
  /** For people: `Finnhub`. */
  readonly title: string;
  /** Its feed in `GET /health/feeds`: `markets.finnhub`. */
  readonly feed: string;
  /** The delivered data: `quotes`, `vessels`. */
  readonly delivers: readonly string[];
  readonly baseUrl: string;
  readonly socketUrl?: string;
  /** True: it is called only with a key. */
  readonly needsKey?: boolean;
  /** True: the operator can limit the calls. */
  readonly hasCallLimits?: boolean;
  /** The requirements of its terms, for the operator. */
  readonly terms: string;
}

/** The vendors of a feature by their names, which settings, provenance and feeds use. */
export type Vendors = Readonly<Record<string, Vendor>>;

/** The URL of a vendor and the credentials for its calls. */
export interface VendorSettings {
  /** Without a slash at the end. */
  baseUrl: string;
  /** Undefined for a vendor without a WebSocket. */
  socketUrl?: string;
  /** Undefined: not set, or not needed. */
  apiKey?: string;
  /** Calls that this service allows itself; undefined: as the vendor documents. */
  callsPerMinute?: number;
  callsPerDay?: number;
}

/** The setting of a vendor: `SVC_FINNHUB_API_KEY`. */
export const vendorVariable = (name: string, rest: string): string => `SVC_${name.toUpperCase()}_${rest}`;

/** Reads the settings of every vendor. */
export function readVendors<Declared extends Vendors>(
  env: Environment,
  vendors: Declared,
): Record<keyof Declared & string, VendorSettings> {
  const settings = Object.entries(vendors).map(([name, vendor]) => [name, readVendor(env, name, vendor)]);
  return Object.fromEntries(settings) as Record<keyof Declared & string, VendorSettings>;
}

function readVendor(
  env: Environment,
  name: string,
  { title, baseUrl, socketUrl, needsKey, hasCallLimits }: Vendor,
): VendorSettings {
  const address = (rest: string, meaning: string, defaultText: string) => {
    const protocols = defaultText.startsWith('wss:') ? ['wss:', 'ws:'] : ['https:', 'http:'];
    return env.url(vendorVariable(name, rest), protocols, { meaning, defaultText }) ?? defaultText;
  };
  const limit = (unit: string, max: number) => {
    const meaning = `Calls per ${unit.toLowerCase()} to ${title}; 0: as many as it documents.`;
    return env.integer(vendorVariable(name, `CALLS_PER_${unit}`), 0, 0, max, { meaning }) || undefined;
  };
  return {
    apiKey: needsKey
      ? env.text(vendorVariable(name, 'API_KEY'), { meaning: `API key of ${title}.`, secret: true })
      : undefined,
    baseUrl: address('BASE_URL', `Address of ${title}: for a proxy, or a stand-in.`, baseUrl).replace(/\/+$/, ''),
    socketUrl: socketUrl && address('SOCKET_URL', `Address of the WebSocket of ${title}.`, socketUrl),
    callsPerMinute: hasCallLimits ? limit('MINUTE', 1_000_000) : undefined,
    callsPerDay: hasCallLimits ? limit('DAY', 1_000_000_000) : undefined,
  };
}
