import { Environment } from '../../config/environment.js';

/** Where a provider is and what it is called with. */
export interface ProviderSettings {
  baseUrl: string;
  /** Of its WebSocket; undefined for a provider without one. */
  socketUrl?: string;
  /** Undefined: none is set, or the provider needs none. */
  apiKey?: string;
  /** Calls a minute and a day that this service allows itself; undefined: as the provider documents. */
  callsPerMinute?: number;
  callsPerDay?: number;
}

interface Known {
  title: string;
  needsKey: boolean;
  baseUrl: string;
  socketUrl?: string;
}

/** The public addresses of the providers; see docs/architecture.md for their documentation. */
const known: Record<string, Known> = {
  eodhd: { title: 'EODHD', needsKey: true, baseUrl: 'https://eodhd.com/api', socketUrl: 'wss://ws.eodhistoricaldata.com/ws' },
  finnhub: { title: 'Finnhub', needsKey: true, baseUrl: 'https://finnhub.io/api/v1', socketUrl: 'wss://ws.finnhub.io' },
  coinbase: { title: 'Coinbase Exchange', needsKey: false, baseUrl: 'https://api.exchange.coinbase.com', socketUrl: 'wss://ws-feed.exchange.coinbase.com' },
  kraken: { title: 'Kraken', needsKey: false, baseUrl: 'https://api.kraken.com', socketUrl: 'wss://ws.kraken.com/v2' },
  binance: { title: 'Binance', needsKey: false, baseUrl: 'https://data-api.binance.vision', socketUrl: 'wss://data-stream.binance.vision' },
  frankfurter: { title: 'Frankfurter', needsKey: false, baseUrl: 'https://api.frankfurter.dev' },
  ecb: { title: 'European Central Bank', needsKey: false, baseUrl: 'https://www.ecb.europa.eu' },
};

const names = ['simulator', ...Object.keys(known)];
/** In force behind the keyed ones as soon as one of those has a key. */
const keyless = Object.keys(known).filter((name) => known[name]?.needsKey === false);

/** Which market-data providers are asked, and how. */
export class MarketsConfig {
  /** In the order of priority. */
  readonly providers: readonly string[];
  readonly settings: Readonly<Record<string, ProviderSettings>>;
  /** Two sources of the same quote that differ by more than this share (0.005 is half a per cent) make a warning. */
  readonly disagreementShare: number;
  /** A price further than this share (0.5 is a half) from the previous close or the last known price makes a warning. */
  readonly jumpShare: number;
  /** The same seed makes the same simulated markets. */
  readonly simulatorSeed: number;
  /** Watchlists an account may have. */
  readonly watchlists: number;

  constructor(env: Environment) {
    const chosen = env.list('SVC_MARKETS_PROVIDERS', {
      meaning: `Market-data providers in the order of priority, separated by commas: ${names.join(', ')}.`,
      defaultText: '`simulator`; once a key is set, the providers with a key and then those that need none',
    });
    const settings: Record<string, ProviderSettings> = {};
    for (const [name, provider] of Object.entries(known)) settings[name] = settingsOf(env, name, provider);
    this.settings = settings;
    const keyed = Object.keys(known).filter((name) => settings[name]?.apiKey !== undefined);
    const fallback = keyed.length === 0 ? ['simulator'] : [...keyed, ...keyless];
    if (!chosen.every((name) => names.includes(name))) env.refuse('SVC_MARKETS_PROVIDERS', `must list some of ${names.join(', ')}`);
    else if (new Set(chosen).size < chosen.length) env.refuse('SVC_MARKETS_PROVIDERS', 'must not name a provider twice');
    for (const name of chosen) {
      if (known[name]?.needsKey && settings[name]?.apiKey === undefined)
        env.refuse(variable(name, 'API_KEY'), `must be set, as SVC_MARKETS_PROVIDERS names ${name}`);
    }
    this.providers = chosen.length === 0 ? fallback : chosen;
    this.disagreementShare =
      env.integer('SVC_MARKETS_DISAGREEMENT_BASIS_POINTS', 50, 1, 10_000, {
        meaning: 'Two sources of a quote that differ by more than this (1/100 of a per cent) make a warning in its provenance.',
      }) / 10_000;
    this.jumpShare =
      env.integer('SVC_MARKETS_JUMP_PERCENT', 50, 1, 10_000, {
        meaning:
          'A quote whose price is further than this (per cent of the smaller) from the previous close or the last known price gets a warning in its provenance.',
      }) / 100;
    this.simulatorSeed = env.integer('SVC_SIMULATOR_SEED', 1, 0, 4_294_967_295, { meaning: 'The same seed makes the same simulated world.' });
    this.watchlists = env.integer('SVC_WATCHLIST_LIMIT', 50, 1, 100_000, { meaning: 'Watchlists an account may have.' });
  }
}

function settingsOf(env: Environment, name: string, { title, needsKey, baseUrl, socketUrl }: Known): ProviderSettings {
  const apiKey = needsKey ? env.text(variable(name, 'API_KEY'), { meaning: `The key of ${title}.`, secret: true }) : undefined;
  const address = env.url(variable(name, 'BASE_URL'), ['https:', 'http:'], { meaning: `Where ${title} is: a proxy, or a stand-in.`, defaultText: baseUrl });
  const socket =
    socketUrl === undefined
      ? undefined
      : env.url(variable(name, 'SOCKET_URL'), ['wss:', 'ws:'], { meaning: `Where the WebSocket of ${title} is.`, defaultText: socketUrl });
  const limit = (what: string, max: number) =>
    env.integer(variable(name, `CALLS_PER_${what}`), 0, 0, max, {
      meaning: `Calls a ${what.toLowerCase()} to ${title}; 0: as many as it documents.`,
    }) || undefined;
  const callsPerMinute = limit('MINUTE', 1_000_000);
  return {
    baseUrl: (address ?? baseUrl).replace(/\/+$/, ''),
    socketUrl: socket ?? socketUrl,
    apiKey,
    callsPerMinute,
    callsPerDay: limit('DAY', 1_000_000_000),
  };
}

const variable = (provider: string, rest: string) => `SVC_${provider.toUpperCase()}_${rest}`;
