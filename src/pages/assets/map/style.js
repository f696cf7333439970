const TILES = `${location.origin}/api/v1/geospatial/tiles`;
const EMPTY = { type: 'FeatureCollection', features: [] };
const FONT = ['system-ui', 'sans-serif'];

/** Returns a color variable of the style sheet in the current color scheme, in a form that the map accepts. */
export function color(name) {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const tiles = (layer, maxzoom) => ({
  type: 'vector',
  tiles: [`${TILES}/${layer}/{z}/{x}/{y}.mvt`],
  maxzoom,
});
const geojson = () => ({ type: 'geojson', data: EMPTY });

/** Returns the style of the map: its sources, and its layers in the order of drawing. */
export function styleOf() {
  const [sea, land, coast, border, text, water, place, paper] = [
    'sea',
    'land',
    'coast',
    'border',
    'text',
    'water-name',
    'place-name',
    'panel',
  ].map(color);
  const [vessels, aircraft, events, density, geofences, ports] = [
    'vessels',
    'aircraft',
    'events',
    'density',
    'geofences',
    'ports',
  ].map(color);
  const halo = { 'text-halo-color': paper, 'text-halo-width': 1.4 };
  const byArea = (ofCountry, ofWater) => ['match', ['get', 'kind'], 'country', ofCountry, ofWater];
  const counted = (id, fill) => ({
    id: `${id}-counts`,
    type: 'circle',
    source: `${id}-tiles`,
    'source-layer': `${id}-counts`,
    layout: { visibility: 'none' },
    paint: {
      'circle-color': fill,
      'circle-opacity': 0.55,
      'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'count']], 1, 1.5, 10, 5, 100, 14],
    },
  });
  return {
    version: 8,
    sources: {
      base: {
        ...tiles('base', 10),
        attribution: 'Natural Earth · <a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0) · World Port Index',
      },
      density: tiles('density', 10),
      'vessels-tiles': tiles('vessels', 14),
      'aircraft-tiles': tiles('aircraft', 14),
      geofences: geojson(),
      drawn: geojson(),
      track: geojson(),
      names: geojson(),
      events: geojson(),
      chosen: geojson(),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land', type: 'fill', source: 'base', 'source-layer': 'land', paint: { 'fill-color': land } },
      {
        id: 'coast',
        type: 'line',
        source: 'base',
        'source-layer': 'land',
        paint: { 'line-color': coast, 'line-width': 0.8 },
      },
      { id: 'lakes', type: 'fill', source: 'base', 'source-layer': 'lakes', paint: { 'fill-color': sea } },
      {
        id: 'shores',
        type: 'line',
        source: 'base',
        'source-layer': 'lakes',
        paint: { 'line-color': coast, 'line-width': 0.6 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'base',
        'source-layer': 'borders',
        paint: { 'line-color': border, 'line-width': 1 },
      },
      {
        id: 'density',
        type: 'fill',
        source: 'density',
        'source-layer': 'density',
        layout: { visibility: 'none' },
        paint: {
          'fill-color': density,
          'fill-opacity': ['interpolate', ['linear'], ['ln', ['get', 'count']], 0, 0.15, 3, 0.5, 6, 0.85],
        },
      },
      { id: 'geofences', type: 'fill', source: 'geofences', paint: { 'fill-color': geofences, 'fill-opacity': 0.12 } },
      {
        id: 'geofences-edge',
        type: 'line',
        source: 'geofences',
        paint: { 'line-color': geofences, 'line-width': 1.6 },
      },
      {
        id: 'geofences-names',
        type: 'symbol',
        source: 'geofences',
        layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 12 },
        paint: { 'text-color': geofences, ...halo },
      },
      {
        id: 'ports',
        type: 'circle',
        source: 'base',
        'source-layer': 'ports',
        layout: { visibility: 'none' },
        paint: { 'circle-radius': 3, 'circle-color': paper, 'circle-stroke-color': ports, 'circle-stroke-width': 1.5 },
      },
      {
        id: 'track',
        type: 'line',
        source: 'track',
        filter: ['has', 'part'],
        layout: { 'line-cap': 'round' },
        paint: {
          'line-width': 3,
          // Colors from slow to fast, which color-blind readers can also distinguish.
          'line-color': ['interpolate', ['linear'], ['get', 'part'], 0, '#3b528b', 0.5, '#21918c', 1, '#e0a800'],
        },
      },
      {
        id: 'track-hours',
        type: 'symbol',
        source: 'track',
        filter: ['has', 'hour'],
        layout: { 'text-field': ['get', 'hour'], 'text-font': FONT, 'text-size': 11, 'text-offset': [0, -0.8] },
        paint: { 'text-color': text, ...halo },
      },
      counted('vessels', vessels),
      counted('aircraft', aircraft),
      {
        id: 'events',
        type: 'circle',
        source: 'events',
        layout: { 'circle-sort-key': ['get', 'severity'] },
        paint: {
          'circle-radius': ['+', 3, ['*', 1.8, ['get', 'severity']]],
          'circle-color': events,
          'circle-opacity': 0.25,
          'circle-stroke-color': events,
          'circle-stroke-width': 1.6,
        },
      },
      // Vessels and aircraft are drawn below this layer (`MapObjects.addTo`), so that names stay legible.
      {
        id: 'areas',
        type: 'symbol',
        source: 'base',
        'source-layer': 'areas',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 14],
          'text-max-width': 7,
          'text-letter-spacing': 0.06,
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 8,
        },
        paint: {
          'text-color': byArea(place, water),
          'text-halo-color': byArea(land, sea),
          'text-halo-width': 1.2,
        },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'base',
        'source-layer': 'towns',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 9, 13],
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 6,
          'icon-image': 'town',
          'text-variable-anchor': ['left', 'right', 'bottom', 'top'],
          'text-radial-offset': 0.4,
          'text-justify': 'auto',
        },
        paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.2 },
      },
      {
        id: 'ports-names',
        type: 'symbol',
        source: 'base',
        'source-layer': 'ports',
        layout: {
          visibility: 'none',
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'text-offset': [0, 0.6],
          'text-anchor': 'top',
        },
        paint: { 'text-color': ports, ...halo },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 11,
          'text-offset': [0, 0.85],
          'text-anchor': 'top',
        },
        paint: { 'text-color': text, ...halo },
      },
      {
        id: 'chosen',
        type: 'circle',
        source: 'chosen',
        paint: { 'circle-radius': 14, 'circle-opacity': 0, 'circle-stroke-color': text, 'circle-stroke-width': 2.2 },
      },
      {
        id: 'drawn',
        type: 'line',
        source: 'drawn',
        paint: { 'line-color': geofences, 'line-width': 2, 'line-dasharray': [2, 1.5] },
      },
      {
        id: 'drawn-corners',
        type: 'circle',
        source: 'drawn',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-radius': 5, 'circle-color': geofences },
      },
    ],
  };
}

/** Width of the dot beside the name of a town, in pixels of the screen. */
const DOT = 5;

/** Adds the images that the style uses to the map when they are first needed. */
export function addImages(map) {
  map.setMissingStyleImageResolver((id) => {
    if (id !== 'town' || map.hasImage(id)) return;
    const size = 2 * DOT;
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const context = canvas.getContext('2d');
    context.arc(DOT, DOT, DOT - 1, 0, 2 * Math.PI);
    context.fillStyle = color('text');
    context.fill();
    map.addImage(id, context.getImageData(0, 0, size, size), { pixelRatio: 2 });
  });
}

const polygon = (points) => (context) => {
  for (const [x, y] of points) context.lineTo(x, y);
};

/** Functions that draw the symbol of an object that moves north, within 32 × 32 units around the origin. */
export const symbols = {
  vessels: polygon([
    [0, -13],
    [7, 2],
    [6, 12],
    [-6, 12],
    [-7, 2],
  ]),
  aircraft: polygon([
    [0, -14],
    [2.5, -3],
    [13, 4],
    [13, 7],
    [2.5, 4],
    [2, 9],
    [6, 13],
    [-6, 13],
    [-2, 9],
    [-2.5, 4],
    [-13, 7],
    [-13, 4],
    [-2.5, -3],
  ]),
};
