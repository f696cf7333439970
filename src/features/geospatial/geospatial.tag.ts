import type { Tag } from '../../api/tags.js';

export const geospatialTag: Tag = {
  name: 'Geospatial',
  description:
    'Vessels (AIS) and aircraft (ADS-B), live and past; ports, port calls, voyages, and flows through straits and ' +
    'canals; events on the map, fleets, pins and geofences; images, vector tiles and OGC API Features.',
};
