/** Layers of moving objects. */
export const layers = ['vessels', 'aircraft'] as const;
export type Layer = (typeof layers)[number];

/** Layers of a map: moving objects, events, and pins of the account. */
export const mapLayers = ['vessels', 'aircraft', 'events', 'pins'] as const;
export type MapLayer = (typeof mapLayers)[number];

/** Layers of an image: the layers of a map, and the geofences of the account. */
export const pictureLayers = [...mapLayers, 'geofences'] as const;
export type PictureLayer = (typeof pictureLayers)[number];

/** Flag in the `key` of an aircraft whose address is not an ICAO address (TIS-B, anonymous); its id begins with `~`. */
export const NON_ICAO = 0x1000000;

/** Returns the id of an object in responses: `219024336` for a vessel, `4ca2d6` or `~2b1234` for an aircraft. */
export function idOf(layer: Layer, key: number): string {
  if (layer === 'vessels') return String(key).padStart(9, '0');
  return key >= NON_ICAO ? `~${(key - NON_ICAO).toString(16).padStart(6, '0')}` : key.toString(16).padStart(6, '0');
}

/** Returns the key of an id, case-insensitive; undefined for an invalid id. */
export function keyOf(layer: Layer, id: string): number | undefined {
  if (layer === 'vessels') return /^\d{9}$/.test(id) ? Number(id) : undefined;
  if (!/^~?[0-9a-fA-F]{6}$/.test(id)) return undefined;
  return id.startsWith('~') ? NON_ICAO + Number.parseInt(id.slice(1), 16) : Number.parseInt(id, 16);
}

/** Returns the name of an object in events and filters: `vessel:219024336`, `aircraft:4ca2d6`. */
export const entityOf = (layer: Layer, key: number): string =>
  `${layer === 'vessels' ? 'vessel' : 'aircraft'}:${idOf(layer, key)}`;

/** Parses the text of `entityOf`; undefined for an invalid entity. */
export function parseEntity(entity: string): { layer: Layer; key: number } | undefined {
  const [kind, id = ''] = entity.split(':', 2);
  const layer = kind === 'vessel' ? 'vessels' : kind === 'aircraft' ? 'aircraft' : undefined;
  const key = layer && keyOf(layer, id);
  return layer === undefined || key === undefined ? undefined : { layer, key };
}
