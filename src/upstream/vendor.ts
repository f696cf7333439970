import type { Environment } from '../config/environment.js';
import type { Budget } from './upstreams.js';

/**
 * A vendor of data. The feature that calls it declares it once, in `<tag>.vendors.ts`; its settings, its state in
 * `GET /health/feeds` and its line in docs/operating.md follow from the declaration.
 */
export interface Vendor {
  /** Name for people, such as `Finnhub`. */
  readonly title: string;
  /** Name of the feed in `GET /health/feeds`, such as `markets.finnhub`. */
  readonly feed: string;
  /** Kinds of delivered data, such as `quotes` or `vessels`. */
  readonly delivers: readonly string[];
  readonly baseUrl: string;
  readonly socketUrl?: string;
  /** True: the vendor is called only if a key is configured. */
  readonly needsKey?: boolean;
  /** True: the operator can limit the calls. */
  readonly hasCallLimits?: boolean;
  /** Requirements of the vendor's terms, for operators. */
  readonly terms: string;
}

/** Vendors of a feature by name; the names appear in settings, provenance and feeds. */
export type Vendors = Readonly<Record<string, Vendor>>;

/** The URL of a vendor and the credentials for its calls. */
export interface VendorSettings {
  /** Base URL without a final slash. */
  baseUrl: string;
  /** URL of the WebSocket; undefined for a vendor without one. */
  socketUrl?: string;
  /** API key; undefined when it is not set or not needed. */
  apiKey?: string;
  /** Call limits that the operator configured; undefined: the limits that the vendor documents apply. */
  callsPerMinute?: number;
  callsPerDay?: number;
}

/** Returns the budgets for limits of calls in a minute and in a day; undefined: unlimited. */
export const budgetsOf = (callsPerMinute: number | undefined, callsPerDay: number | undefined): Budget[] =>
  [
    { calls: callsPerMinute, windowSeconds: 60 },
    { calls: callsPerDay, windowSeconds: 86_400 },
  ].filter((budget): budget is Budget => budget.calls !== undefined);

/** Returns the environment variable of a vendor's setting, such as `SVC_FINNHUB_API_KEY`. */
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
