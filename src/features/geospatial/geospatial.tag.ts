import type { Tag } from '../../api/tags.js';

export const geospatialTag: Tag = {
  name: 'Geospatial',
  description:
    'Vessels (AIS), aircraft (ADS-B), events on the map, pins and geofences; vector tiles and OGC API Features.',
};
