import type { Geometry } from 'geojson';
import { readSources, SIMULATOR } from './data-origin.js';
import { detections, naturalEvents } from './geo-event-types.js';
import type { Position } from './position.js';

export type GeoEventType = keyof typeof naturalEvents | keyof typeof detections;

/** The definition of each type; a new type is one entry in `geo-event-types.ts`. */
export const geoEventTypeInfo = { ...naturalEvents, ...detections };

export const detectionTypes = Object.keys(detections) as ReadonlyArray<keyof typeof detections>;
export const geoEventTypes = Object.keys(geoEventTypeInfo) as readonly GeoEventType[];

export interface Magnitude {
  value: number;
  /** Unit of the magnitude, as the source writes it: `mww`, `kts`, `acres`, … */
  unit: string;
}

/** A report about an event. Reports with the same `provider` and `key` are about the same event. */
export interface GeoEventReport {
  /** The provider: `usgs`, `eonet`, `gdacs`, `gdelt`, `simulator`, `detector` … */
  provider: string;
  /** The provider's id of the event. */
  key: string;
  /** Other ids of the provider for the same event. */
  aliases?: readonly string[];
  type: GeoEventType;
  title: string;
  description?: string;
  /** 1 (minor) to 5 (critical), by the rules in events/severity.ts. */
  severity: number;
  position: Position;
  /** GeoJSON geometry of the event, if it is more than a point (RFC 7946); otherwise null. */
  geometry?: Geometry | null;
  startedAt: Date;
  /** End of the event; null while ongoing, equal to the start for events without duration. */
  endedAt: Date | null;
  /** Time at which the provider last changed the event. */
  reportedAt: Date;
  /** True: the provider has withdrawn the event. */
  retracted?: boolean;
  magnitude?: Magnitude | null;
  /** Depth below sea level (km); null if unknown, and for events above ground. */
  depthKm?: number | null;
  /** Address of a page with more information. */
  url?: string | null;
  /** The entities that the event is about, such as `vessel:219024336`. */
  entities?: readonly string[];
  /** Further properties, as flat values. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** An event as the API returns it. */
export interface GeoEvent
  extends Required<Omit<GeoEventReport, 'aliases' | 'retracted' | 'entities' | 'details' | 'description'>> {
  id: string;
  description: string | null;
  entities: string[];
  details: Record<string, string | number | boolean | null>;
  /** Time at which this service first received the event. */
  createdAt: Date;
  updatedAt: Date;
}

/** The fields of an event that a detector determines. */
export type DetectedField =
  | 'key'
  | 'title'
  | 'description'
  | 'severity'
  | 'position'
  | 'startedAt'
  | 'endedAt'
  | 'reportedAt'
  | 'entities'
  | 'details';

/** True for an event that is simulated, or derived from simulated reports. */
export const isSimulated = ({ provider, details }: Pick<GeoEvent, 'provider' | 'details'>): boolean =>
  provider === SIMULATOR || details.simulated === true;

/** Returns the provider of an event, and the providers of the records it was derived from. */
export const providersOf = ({ provider, details }: Pick<GeoEvent, 'provider' | 'details'>): string[] => [
  provider,
  ...readSources(details.derivedFrom).map((source) => source.provider),
];

/** Counts how many reports of a source are kept. */
export interface EventIntake {
  keep(count: number): void;
  reject(reason: string, count: number): void;
}

/** Stores the reports of event sources. */
export interface GeoEventSink {
  /**
   * @param intake counts the kept reports
   * @returns the number of new or changed events
   */
  report(reports: readonly GeoEventReport[], intake?: EventIntake): Promise<number>;

  /**
   * Ends the ongoing events of a provider that it no longer lists.
   * @param listed the keys of the events that the provider still lists
   * @returns the number of ended events
   */
  endUnlisted(provider: string, listed: ReadonlySet<string>): Promise<number>;
}
