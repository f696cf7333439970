import type { Geometry } from 'geojson';
import { readSources, SIMULATOR } from './data-origin.js';
import { detections, naturalEvents } from './geo-event-types.js';
import type { Position } from './position.js';

export type GeoEventType = keyof typeof naturalEvents | keyof typeof detections;

/** The definition of each type; a new type is one entry in `geo-event-types.ts`. */
export const geoEventTypeInfo = { ...naturalEvents, ...detections };

/** The types of detections. */
export const detectionTypes = Object.keys(detections) as ReadonlyArray<keyof typeof detections>;
export const geoEventTypes = Object.keys(geoEventTypeInfo) as readonly GeoEventType[];

export interface Magnitude {
  value: number;
  /** `mww`, `kts`, `acres`, … */
  unit: string;
}

/** A source's report of an event. Reports with the same `provider` and `key` are of one event. */
export interface GeoEventReport {
  /** `usgs`, `eonet`, `gdacs`, `gdelt`, `simulator`, `detector` … */
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
  /** GeoJSON geometry beyond the point (RFC 7946); null without. */
  geometry?: Geometry | null;
  startedAt: Date;
  /** Null while ongoing; equal to the start for events without duration. */
  endedAt: Date | null;
  /** When the provider last changed it. */
  reportedAt: Date;
  /** True: the provider has withdrawn the event. */
  retracted?: boolean;
  magnitude?: Magnitude | null;
  /** Depth below sea level (km) of events below ground. */
  depthKm?: number | null;
  /** A page with more information. */
  url?: string | null;
  /** The entities that it is about, such as `vessel:219024336`. */
  entities?: readonly string[];
  /** Further properties, flat: numbers and words. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** An event as callers see it. */
export interface GeoEvent
  extends Required<Omit<GeoEventReport, 'aliases' | 'retracted' | 'entities' | 'details' | 'description'>> {
  id: string;
  description: string | null;
  entities: string[];
  details: Record<string, string | number | boolean | null>;
  /** When this service learned of it. */
  createdAt: Date;
  updatedAt: Date;
}

/** Whether an event is simulated, or was derived from simulated reports. */
export const isSimulated = ({ provider, details }: Pick<GeoEvent, 'provider' | 'details'>): boolean =>
  provider === SIMULATOR || details.simulated === true;

/** The provider of an event, and those of the records it was derived from. */
export const providersOf = ({ provider, details }: Pick<GeoEvent, 'provider' | 'details'>): string[] => [
  provider,
  ...readSources(details.derivedFrom).map((source) => source.provider),
];

/** Counts which reports of a source are kept. */
export interface EventIntake {
  keep(count: number): void;
  reject(reason: string, count: number): void;
}

/** Takes the reports of sources of events. */
export interface GeoEventSink {
  /** @param intake counts which reports are kept @returns how many events are new or changed */
  report(reports: readonly GeoEventReport[], intake?: EventIntake): Promise<number>;

  /**
   * Ends the ongoing events of a provider that it no longer lists.
   * @param listed the keys of those it lists
   * @returns how many were ended
   */
  endUnlisted(provider: string, listed: ReadonlySet<string>): Promise<number>;
}
