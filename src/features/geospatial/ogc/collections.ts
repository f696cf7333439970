import { Problem } from '../../../api/problem.js';

/** A collection of OGC API Features: a list of this API whose GeoJSON it serves page by page. */
export interface OgcCollectionDescription {
  title: string;
  description: string;
  /** Path of the list below `/api/v1`. */
  path: string;
  /** The greatest page of that list. */
  maxLimit: number;
  /** Whether the list takes `bbox`; otherwise features are filtered by the boxes of their geometries. */
  hasBbox: boolean;
  /** The property whose time `datetime` compares; undefined for features without a time. */
  time?: string;
}

export const ogcCollectionIds = ['vessels', 'aircraft', 'events', 'geofences'] as const;
export type OgcCollectionId = (typeof ogcCollectionIds)[number];

/** The collections by their ids. */
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

/** @throws Problem `not_found` for an unknown id */
export function ogcCollectionOf(id: string): OgcCollectionId {
  if (Object.hasOwn(ogcCollections, id)) return id as OgcCollectionId;
  throw new Problem('not_found', { detail: `The collections are ${ogcCollectionIds.join(', ')}.` });
}
