import { Environment } from '../../config/environment.js';
import type { Setting } from '../../config/setting.js';
import { readVendors, type VendorSettings } from '../../upstream/vendor.js';
import { geospatialVendors } from './geospatial.vendors.js';

/** The largest number of own lines that operators may allow an account. */
export const MAX_FLOW_LINES = 100;

/**
 * Configuration of the sources of vessels, aircraft and events, the retention, and the quotas of geofences and pins.
 */
export class GeospatialConfig {
  /**
   * The configured sources, unparsed: `tcp://host:port`, `file:path?rate=1000`, `aisstream`, …;
   * features/geospatial/feeds parses them.
   */
  readonly aisSources: readonly string[];
  readonly adsbSources: readonly string[];
  readonly eventSources: readonly string[];
  /** Positions of receivers, by the name of their feed. */
  readonly receivers: ReadonlyMap<string, { lat: number; lon: number }>;
  /** The configured tables of aircraft, airports and routes, unparsed; features/geospatial/tables parses them. */
  readonly aircraftTables: readonly string[];
  readonly airportTables: readonly string[];
  readonly routeTables: readonly string[];
  /** The configured sources of transit calls, unparsed; features/geospatial/transits parses them. */
  readonly transitSources: readonly string[];
  readonly vendors: Readonly<Record<keyof typeof geospatialVendors, VendorSettings>>;
  /** Client id of OpenSky's OAuth2 credentials; both or neither are set. */
  readonly openskyClientId?: string;
  readonly openskyClientSecret?: string;
  readonly openskyTokenUrl: string;
  /** Time (ms) without a report after which an object leaves live state. */
  readonly vesselTtlMs: number;
  readonly aircraftTtlMs: number;
  /** Maximum number of objects of a kind in live state; reports of further objects are rejected and counted. */
  readonly objectLimit: number;
  /** Maximum number of geofences, and of pins, of an account. */
  readonly geofences: number;
  readonly pins: number;
  /** Maximum number of lines of an account across which passages are counted. */
  readonly flowLines: number;
  /** Maximum number of fleets of an account. */
  readonly fleets: number;
  /**
   * Number of shards of all geofences, which processes with the role `ingest` share; 1: the leader evaluates all
   * geofences.
   */
  readonly geofenceShards: number;
  private readonly trackRetention: Setting<number>;

  constructor(env: Environment) {
    const sources = (name: string, meaning: string, defaultText = 'simulator') => {
      const chosen = withNumbers(env.list(name, { meaning, defaultText }));
      return chosen.length === 0 ? [defaultText] : chosen;
    };
    this.aisSources = sources(
      'SVC_AIS_SOURCES',
      'or `?speed=20` (`&loop=true` repeats), `aisstream` or `wss://…`, `https://…`; `none` disables them.',
    );
    this.adsbSources = sources(
      'SVC_ADSB_SOURCES',
      'Sources of aircraft, separated by commas: `simulator`, `http://…/aircraft.json`, `tcp://host:30003`, ' +
        '`beast://host:30005`, `file:path?rate=1000`, `adsblol:lat,lon,nm`, `adsbfi:lat,lon,nm`, `airplaneslive:lat,lon,nm`, ' +
        '`opensky`; `none` disables them.',
    );
    this.eventSources = sources(
      'SVC_EVENT_SOURCES',
      'Sources of events, separated by commas: `simulator`, `usgs`, `eonet`, `gdacs`, `gdelt`; `none` disables them.',
    );
    this.transitSources = sources(
      'SVC_TRANSIT_SOURCES',
      'Sources of daily transit calls of straits and canals and calls at ports, with which flows are compared: ' +
        '`portwatch` (IMF PortWatch); `none` disables them.',
      'none',
    );
    this.aircraftTables = sources(
      'SVC_AIRCRAFT_TABLES',
      'Tables with registration, type and operator of aircraft by their 24-bit address, separated by commas: ' +
        '`standingdata`, `https://…` or `file:PATH` (CSV, or a zip archive of CSV files); `none` disables them.',
      'none',
    );
    this.airportTables = sources(
      'SVC_AIRPORT_TABLES',
      'Tables of airports beside the built-in one, separated by commas: `ourairports`, `standingdata`, `https://…` or ' +
        '`file:PATH` (CSV, or a zip archive of CSV files); `none` disables them.',
      'none',
    );
    this.routeTables = sources(
      'SVC_ROUTE_TABLES',
      'Tables with the airports of flights by their callsign, separated by commas: `standingdata`, `https://…` or ' +
        '`file:PATH` (CSV, or a zip archive of CSV files); `none` disables them.',
      'none',
    );
    this.receivers = receiversOf(env);
    this.openskyClientId = env.text('SVC_OPENSKY_CLIENT_ID', {
      meaning: 'OAuth2 client id of OpenSky, whose terms require a written agreement before its data serves a product.',
    });
    this.openskyClientSecret = env.text('SVC_OPENSKY_CLIENT_SECRET', {
      meaning: 'OAuth2 client secret of OpenSky.',
      secret: true,
    });
    this.openskyTokenUrl =
      env.url('SVC_OPENSKY_TOKEN_URL', ['https:', 'http:'], {
        meaning: 'OAuth2 token URL of OpenSky.',
        defaultText: 'https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token',
      }) ?? 'https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token';
    this.vendors = readVendors(env, geospatialVendors);
    this.trackRetention = env.integerSetting('SVC_TRACK_DAYS', 7, 1, 3650, {
      meaning: 'Days that tracks of vessels and aircraft are kept.',
      setting: 'trackRetentionDays',
    });
    this.vesselTtlMs =
      env.integer('SVC_VESSEL_TTL_SECONDS', 7_200, 60, 604_800, {
        meaning: 'Seconds without a report after which a vessel is removed from live state.',
      }) * 1000;
    this.aircraftTtlMs =
      env.integer('SVC_AIRCRAFT_TTL_SECONDS', 300, 10, 86_400, {
        meaning: 'Seconds without a report after which an aircraft is removed from live state.',
      }) * 1000;
    this.objectLimit = env.integer('SVC_GEO_OBJECT_LIMIT', 500_000, 1_000, 5_000_000, {
      meaning: 'Maximum number of vessels, and of aircraft, in live state.',
    });
    this.geofences = env.integer('SVC_GEOFENCE_LIMIT', 100, 1, 100_000, {
      meaning: 'Maximum number of geofences per account.',
    });
    this.geofenceShards = env.integer('SVC_GEOFENCE_SHARDS', 1, 1, 64, {
      meaning:
        'Parts of all geofences that `ingest` processes share through Redis, the same in all of them; 1: one ' +
        'process evaluates all geofences.',
    });
    this.flowLines = env.integer('SVC_FLOW_LINE_LIMIT', 10, 0, MAX_FLOW_LINES, {
      meaning: 'Maximum number of own lines per account across which passages of vessels are counted.',
    });
    this.fleets = env.integer('SVC_FLEET_LIMIT', 100, 1, 100_000, {
      meaning: 'Maximum number of fleets per account.',
    });
    this.pins = env.integer('SVC_PIN_LIMIT', 500, 1, 100_000, { meaning: 'Maximum number of pins per account.' });
    if ((this.openskyClientId === undefined) !== (this.openskyClientSecret === undefined))
      env.refuse('SVC_OPENSKY_CLIENT_SECRET', 'must be set together with SVC_OPENSKY_CLIENT_ID');
  }

  /** Days that tracks are kept. */
  get trackDays(): number {
    return this.trackRetention.value;
  }
}

/**
 * Joins the numbers of a source that were split at their commas: `adsblol:48.1,11.6,250` is one source, so an item that
 * is only a number belongs to the item before it.
 */
function withNumbers(items: readonly string[]): string[] {
  const sources: string[] = [];
  for (const item of items) {
    if (sources.length > 0 && /^-?\d+(?:\.\d+)?$/.test(item)) sources.push(`${sources.pop()},${item}`);
    else sources.push(item);
  }
  return sources;
}

const MAX_RECEIVERS = 100;

/** Reads the positions of receivers: `ais.tcp@51.95:4.05,adsb.tcp@52.3:4.76`. */
function receiversOf(env: Environment): Map<string, { lat: number; lon: number }> {
  const receivers = new Map<string, { lat: number; lon: number }>();
  const items = env.list('SVC_RECEIVERS', {
    meaning:
      'Positions of receivers, separated by commas, each as the name of its feed in `/health/feeds`, latitude and ' +
      'longitude: `ais.tcp@51.95:4.05`; the coverage then states their range.',
  });
  for (const [place, item] of items.entries()) {
    const [, feed = '', lat = '', lon = ''] =
      /^([^@]{1,100})@(-?\d{1,2}(?:\.\d+)?):(-?\d{1,3}(?:\.\d+)?)$/.exec(item) ?? [];
    const position = { lat: Number(lat), lon: Number(lon) };
    if (feed === '' || Math.abs(position.lat) > 90 || Math.abs(position.lon) > 180)
      env.refuse('SVC_RECEIVERS', `(receiver ${place + 1}) must be a feed, its latitude and longitude`);
    else if (receivers.has(feed)) env.refuse('SVC_RECEIVERS', `(receiver ${place + 1}) names a feed twice`);
    else receivers.set(feed, position);
  }
  if (items.length > MAX_RECEIVERS) env.refuse('SVC_RECEIVERS', `must name at most ${MAX_RECEIVERS} receivers`);
  return receivers;
}
