import { Environment } from '../../config/environment.js';

/** Where a provider of places is and what it is called with. */
export interface GeoProviderSettings {
  baseUrl: string;
}

const addresses = {
  aisstream: { title: 'aisstream.io', url: 'wss://stream.aisstream.io/v0/stream' },
  adsblol: { title: 'adsb.lol', url: 'https://api.adsb.lol' },
  adsbfi: { title: 'adsb.fi', url: 'https://opendata.adsb.fi/api' },
  airplaneslive: { title: 'airplanes.live', url: 'https://api.airplanes.live' },
  opensky: { title: 'the OpenSky Network', url: 'https://opensky-network.org/api' },
  usgs: { title: 'the USGS', url: 'https://earthquake.usgs.gov' },
  eonet: { title: 'NASA EONET', url: 'https://eonet.gsfc.nasa.gov/api/v3' },
  gdacs: { title: 'GDACS', url: 'https://www.gdacs.org' },
  gdelt: { title: 'GDELT', url: 'http://data.gdeltproject.org/gdeltv2' },
} as const;

export type GeoProviderName = keyof typeof addresses;

/** Where ships, aircraft and events come from, how long they are kept, and how many places an account may watch. */
export class GeospatialConfig {
  /** As written: `tcp://host:port`, `file:path?rate=1000`, `aisstream`, …; features/geospatial/feeds reads them. */
  readonly aisSources: readonly string[];
  readonly adsbSources: readonly string[];
  readonly eventSources: readonly string[];
  readonly providers: Readonly<Record<GeoProviderName, GeoProviderSettings>>;
  readonly aisstreamKey?: string;
  /** Of OpenSky's OAuth2 client credentials; both or neither. */
  readonly openskyClientId?: string;
  readonly openskyClientSecret?: string;
  readonly openskyTokenUrl: string;
  /** Days that tracks are kept. */
  readonly trackDays: number;
  /** How long (ms) an object without a report stays in the live picture. */
  readonly vesselTtlMs: number;
  readonly aircraftTtlMs: number;
  /** How many objects of a kind the live picture holds; more are left out and counted. */
  readonly objectLimit: number;
  /** Geofences and pins an account may have. */
  readonly geofences: number;
  readonly pins: number;

  constructor(env: Environment) {
    const sources = (name: string, meaning: string) => {
      const chosen = withNumbers(env.list(name, { meaning, defaultText: 'simulator' }));
      return chosen.length === 0 ? ['simulator'] : chosen;
    };
    this.aisSources = sources(
      'SVC_AIS_SOURCES',
      'Where ships come from, separated by commas: `simulator`, `tcp://host:port`, `udp://:port`, `stdin`, `file:path?rate=1000` (lines a second) or `?speed=20` (`&loop=true`: again and again), `aisstream` or `wss://…`, `https://…`; `none` for none.',
    );
    this.adsbSources = sources(
      'SVC_ADSB_SOURCES',
      'Where aircraft come from, separated by commas: `simulator`, `http://…/aircraft.json`, `tcp://host:30003`, `file:path?rate=1000`, `adsblol:lat,lon,nm`, `adsbfi:lat,lon,nm`, `airplaneslive:lat,lon,nm`, `opensky`; `none` for none.',
    );
    this.eventSources = sources(
      'SVC_EVENT_SOURCES',
      'Where events come from, separated by commas: `simulator`, `usgs`, `eonet`, `gdacs`, `gdelt`; `none` for none.',
    );
    this.aisstreamKey = env.text('SVC_AISSTREAM_API_KEY', { meaning: 'The key of aisstream.io.', secret: true });
    this.openskyClientId = env.text('SVC_OPENSKY_CLIENT_ID', {
      meaning: 'The OAuth2 client of OpenSky, whose terms ask for a written agreement before its data may serve a product.',
    });
    this.openskyClientSecret = env.text('SVC_OPENSKY_CLIENT_SECRET', { meaning: 'The secret of that client.', secret: true });
    this.openskyTokenUrl =
      env.url('SVC_OPENSKY_TOKEN_URL', ['https:', 'http:'], {
        meaning: 'Where OpenSky gives out tokens.',
        defaultText: 'https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token',
      }) ?? 'https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token';
    this.providers = Object.fromEntries(
      Object.entries(addresses).map(([name, { title, url }]) => {
        const protocols = url.startsWith('wss:') ? ['wss:', 'ws:'] : ['https:', 'http:'];
        const set = env.url(`SVC_${name.toUpperCase()}_BASE_URL`, protocols, { meaning: `Where ${title} is: a proxy, or a stand-in.`, defaultText: url });
        return [name, { baseUrl: (set ?? url).replace(/\/+$/, '') }];
      }),
    ) as Record<GeoProviderName, GeoProviderSettings>;
    this.trackDays = env.integer('SVC_TRACK_DAYS', 7, 1, 3650, { meaning: 'Days that tracks of ships and aircraft are kept.' });
    this.vesselTtlMs =
      env.integer('SVC_VESSEL_TTL_SECONDS', 7_200, 60, 604_800, { meaning: 'How long a ship without a report stays in the live picture, in seconds.' }) * 1000;
    this.aircraftTtlMs =
      env.integer('SVC_AIRCRAFT_TTL_SECONDS', 300, 10, 86_400, { meaning: 'How long an aircraft without a report stays in the live picture, in seconds.' }) *
      1000;
    this.objectLimit = env.integer('SVC_GEO_OBJECT_LIMIT', 500_000, 1_000, 5_000_000, {
      meaning: 'How many ships, and how many aircraft, the live picture holds at most.',
    });
    this.geofences = env.integer('SVC_GEOFENCE_LIMIT', 100, 1, 100_000, { meaning: 'Geofences an account may have.' });
    this.pins = env.integer('SVC_PIN_LIMIT', 500, 1, 100_000, { meaning: 'Pins an account may have.' });
    if ((this.openskyClientId === undefined) !== (this.openskyClientSecret === undefined))
      env.refuse('SVC_OPENSKY_CLIENT_SECRET', 'must be set together with SVC_OPENSKY_CLIENT_ID');
  }
}

/** `adsblol:48.1,11.6,250` is one source, though commas separate sources: what is but a number belongs to the source before it. */
function withNumbers(items: readonly string[]): string[] {
  const sources: string[] = [];
  for (const item of items) {
    if (sources.length > 0 && /^-?\d+(?:\.\d+)?$/.test(item)) sources.push(`${sources.pop()},${item}`);
    else sources.push(item);
  }
  return sources;
}
