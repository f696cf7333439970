import { Problem } from '../../../api/problem.js';

/** A collection of OGC API Features, whose features come from a list of this API. */
export interface OgcCollectionDescription {
  title: string;
  description: string;
  /** Path of the list below `/api/v1`. */
  path: string;
  /** Maximum `limit` of the list. */
  maxLimit: number;
  /** True: the list accepts `bbox`; false: features are filtered by the boxes around their geometries. */
  hasBbox: boolean;
  /** Name of the property with the time that `datetime` selects; undefined for features without a time. */
  time?: string;
}

export const ogcCollectionIds = ['vessels', 'aircraft', 'events', 'geofences'] as const;
export type OgcCollectionId = (typeof ogcCollectionIds)[number];

export const ogcCollections: Readonly<Record<OgcCollectionId, OgcCollectionDescription>> = {
  vessels: {
    title: 'Vessels',
    description: 'Vessels at their latest position, by MMSI.',
    path: '/geospatial/vessels',
    maxLimit: 10_000,
    hasBbox: true,
    time: 'observedAt',
  },
  aircraft: {
    title: 'Aircraft',
    description: 'Aircraft at their latest position, by 24-bit address.',
    path: '/geospatial/aircraft',
    maxLimit: 10_000,
    hasBbox: true,
    time: 'observedAt',
  },
  events: {
    title: 'Events',
    description: 'Events on the map, such as earthquakes and storms, latest start first.',
    path: '/geospatial/events',
    maxLimit: 10_000,
    hasBbox: true,
    time: 'startedAt',
  },
  geofences: {
    title: 'Your geofences',
    description: 'Outlines of your geofences, oldest first.',
    path: '/geospatial/geofences',
    maxLimit: 200,
    hasBbox: false,
  },
};

/** Returns the id of a collection. @throws Problem `not_found` for an unknown id */
export function ogcCollectionOf(id: string): OgcCollectionId {
  if (Object.hasOwn(ogcCollections, id)) return id as OgcCollectionId;
  throw new Problem('not_found', { detail: `The collections are ${ogcCollectionIds.join(', ')}.` });
}
