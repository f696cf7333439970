import { fileHeaders } from '../../../http/file-name.js';
import { Reply } from '../../../http/reply.js';
import { geoJson, geoJsonType } from '../geojson.js';
import { idOf } from '../layer.js';
import type { Track } from './track.js';
import { trackFeature } from './track-geojson.js';
import { gpxType, kmlType, trackGpx, trackKml } from './track-xml.js';

/** The track as GeoJSON, GPX or KML; undefined for any other media type. */
export function trackReply(track: Track, mediaType: string): Reply | undefined {
  const name = `${track.layer}-${idOf(track.layer, track.key)}-track`;
  if (mediaType === geoJsonType) return geoJson(trackFeature(track));
  if (mediaType === gpxType) return new Reply(trackGpx(track), { type: gpxType, headers: fileHeaders(`${name}.gpx`) });
  if (mediaType === kmlType) return new Reply(trackKml(track), { type: kmlType, headers: fileHeaders(`${name}.kml`) });
  return undefined;
}
