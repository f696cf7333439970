import { MAX_BASE_ZOOM } from './base-tile.js';

/** The layers of the map that are served as vector tiles. */
export const tileLayers = ['base', 'vessels', 'aircraft', 'events', 'geofences', 'density', 'coverage'] as const;
export type TileLayer = (typeof tileLayers)[number];

/** A layer inside a tile: its name and the meaning of the properties of its features. */
export interface VectorLayer {
  id: string;
  description: string;
  fields: Readonly<Record<string, string>>;
}

export interface TileLayerDescription {
  title: string;
  maxZoom: number;
  attribution: string;
  /** Time for which a client may use a tile without requesting it again (s). */
  maxAgeSeconds: number;
  layers: readonly VectorLayer[];
}

const naturalEarth = 'Natural Earth';
const moving = {
  id: 'Number of the object, as in its list.',
  name: 'Name or callsign, where it is known.',
  speed: 'Speed over ground in knots, where it is known.',
  course: 'Course or track over ground in degrees from true north, where it is known.',
  stale: 'True when it has not reported recently.',
  simulated: 'True for an object of the simulator.',
};
const counts = { count: 'Number of objects in the cell around this point: a 64th of the tile.' };

/** The kinds of tiles with the layers inside them. */
export const tileDescriptions: Readonly<Record<TileLayer, TileLayerDescription>> = {
  base: {
    title: 'Base map',
    maxZoom: MAX_BASE_ZOOM,
    attribution: `${naturalEarth}; GeoNames (CC BY 4.0); World Port Index`,
    maxAgeSeconds: 86_400,
    layers: [
      { id: 'land', description: 'Land.', fields: {} },
      { id: 'lakes', description: 'Lakes, over the land.', fields: {} },
      { id: 'borders', description: 'Borders between countries.', fields: {} },
      {
        id: 'areas',
        description: 'Names of countries and waters.',
        fields: { name: 'Name.', kind: 'Such as country, ocean or strait.', rank: 'Smaller for larger areas.' },
      },
      {
        id: 'towns',
        description: 'Names of capitals and cities.',
        fields: {
          name: 'Name.',
          kind: 'Capital or city.',
          country: 'ISO 3166-1 alpha-2.',
          rank: 'Smaller for larger ones.',
        },
      },
      {
        id: 'ports',
        description: 'Ports.',
        fields: { name: 'Name.', country: 'Country.', size: 'L, M, S or V: large to very small.' },
      },
    ],
  },
  vessels: {
    title: 'Vessels',
    maxZoom: 14,
    attribution: '',
    maxAgeSeconds: 5,
    layers: [
      {
        id: 'vessels',
        description: 'Vessels, in tiles with at most 4,000 of them.',
        fields: { ...moving, type: 'Ship type, where it is known.' },
      },
      { id: 'vessels-counts', description: 'Numbers of vessels, in tiles with more.', fields: counts },
    ],
  },
  aircraft: {
    title: 'Aircraft',
    maxZoom: 14,
    attribution: '',
    maxAgeSeconds: 5,
    layers: [
      {
        id: 'aircraft',
        description: 'Aircraft, in tiles with at most 4,000 of them.',
        fields: { ...moving, altitude: 'Barometric altitude in feet, where it is known.' },
      },
      { id: 'aircraft-counts', description: 'Numbers of aircraft, in tiles with more.', fields: counts },
    ],
  },
  events: {
    title: 'Events',
    maxZoom: 14,
    attribution: '',
    maxAgeSeconds: 30,
    layers: [
      {
        id: 'events',
        description: 'Ongoing events and those that began in the last day.',
        fields: {
          id: 'Identifier.',
          type: 'Event type.',
          title: 'Title.',
          severity: 'From 1 (minor) to 5 (critical).',
          startedAt: 'Start (UTC).',
        },
      },
    ],
  },
  geofences: {
    title: 'Your geofences',
    maxZoom: 14,
    attribution: '',
    maxAgeSeconds: 0,
    layers: [
      {
        id: 'geofences',
        description: 'Outlines of your geofences; moving ones at their current position.',
        fields: { id: 'Identifier.', name: 'Name.' },
      },
    ],
  },
  density: {
    title: 'Traffic density',
    maxZoom: 10,
    attribution: '',
    maxAgeSeconds: 30,
    layers: [
      {
        id: 'density',
        description: 'Vessels by H3 cell, finer at greater zoom levels.',
        fields: { cell: 'Index of the H3 cell.', count: 'Number of vessels in the cell.' },
      },
    ],
  },
  coverage: {
    title: 'Reception of vessels',
    maxZoom: 8,
    attribution: '',
    maxAgeSeconds: 300,
    layers: [
      {
        id: 'coverage',
        description: 'Cells in which vessels were received in the last 24 hours or in the week before.',
        fields: {
          class: '`silent`, `reduced` (below half of the usual hours), `rare` (below half of the hours) or `often`.',
          reports: 'Number of position reports in the last 24 hours.',
          hours: 'Number of hours of them with a report.',
        },
      },
    ],
  },
};
