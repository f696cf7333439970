import type { GeoEvent } from '../geo-event.js';
import { feature, pointGeometry } from '../geojson.js';

/** An event as a GeoJSON Feature: its own geometry where it has one, else its place. `properties` are those of the JSON answer but for both. */
export function eventFeature({ position, geometry }: GeoEvent, dto: { id: string; position: object; geometry: object | null }): string {
  const { position: _, geometry: __, id, ...properties } = dto;
  return feature(id, geometry === null ? pointGeometry(position.lat, position.lon) : JSON.stringify(geometry), JSON.stringify(properties));
}
