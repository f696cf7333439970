import { MovingLayer, mercatorOf } from './moving-layer.js';
import { color, symbols } from './style.js';

export const layers = ['vessels', 'aircraft', 'events'];
export const movingLayers = ['vessels', 'aircraft'];
/** Name of one object of each layer, as in its key: `vessel:219024336`. */
const singular = { vessels: 'vessel', aircraft: 'aircraft', events: 'event' };
/** Lowest zoom level with names. */
const NAMES_FROM_ZOOM = 8;
/** Maximum number of names that are placed; a screen has room for fewer. */
const MAX_NAMES = 400;
/** A vessel below this speed (knots) is at rest. */
const AT_REST_KNOTS = 0.5;

const join = (...parts) => parts.filter(Boolean).join(' · ');
const knots = ({ speedKnots }) => (speedKnots ?? 0) >= AT_REST_KNOTS && `${speedKnots} kn`;
const altitude = ({ altitudeFeet }) =>
  (altitudeFeet ?? undefined) !== undefined &&
  (altitudeFeet === 0 ? 'on the ground' : `${altitudeFeet.toLocaleString('en')} ft`);

/** Functions that return the text of an object in the list. */
const texts = {
  vessels: (data) => join(data.name ?? `MMSI ${data.id}`, data.type?.replaceAll('_', ' '), knots(data)),
  aircraft: (data) => join(data.name ?? `ICAO ${data.id}`, data.type, altitude(data)),
  // The badge of the page says what the suffix would repeat.
  events: (data) => join(data.title?.replace(/ \(simulated\)$/, ''), `severity ${data.severity}`),
};

/** Returns the place of an object: frames of a replay have no member `position`. */
const placeOf = ({ position, lat, lon }) => position ?? (lat === undefined ? undefined : { lat, lon });

/** Returns the fields that the map shows of an object of the stream, a snapshot or a replay. */
const shown = (data) => ({
  id: data.mmsi ?? data.icao24,
  ...placeOf(data),
  name: data.name ?? data.callsign,
  type: data.shipType ?? data.aircraftType,
  speedKnots: data.speedKnots ?? data.groundSpeedKnots,
  courseDegrees: data.courseDegrees ?? data.headingDegrees ?? data.trackDegrees,
  altitudeFeet: data.onGround ? 0 : data.altitudeFeet,
  stale: data.provenance?.stale === true,
  simulated: (data.provenance?.provider ?? data.provider) === 'simulator',
});

/** The objects on the map, with their changes since the last drawing. */
export class MapObjects {
  #byLayer = Object.fromEntries(layers.map((layer) => [layer, new Map()]));
  #moving = Object.fromEntries(
    movingLayers.map((layer) => [
      layer,
      new MovingLayer(layer, { shape: symbols[layer], scale: layer === 'aircraft' ? 1.15 : 1 }),
    ]),
  );
  #map;
  #simulated = 0;
  #areEventsNew = true;
  /** Increases with every full state, so that objects of an earlier one are recognized. */
  #state = 0;
  #names = '';

  constructor(map) {
    this.#map = map;
  }

  /** Adds the layers to a new style of the map. @param shown returns true for a visible layer */
  addTo(map, isShown) {
    for (const layer of movingLayers) {
      this.#moving[layer].color = color(layer);
      map.addLayer(this.#moving[layer], 'areas');
      this.show(layer, isShown(layer));
    }
    this.#areEventsNew = true;
    this.#names = '';
    this.draw(isShown);
  }

  show(layer, isShown) {
    const moving = this.#moving[layer];
    if (moving.isShown === isShown) return;
    moving.isShown = isShown;
    this.#map.triggerRepaint();
  }

  /** Sets the duration of the glide to a new position (s). */
  set glideSeconds(seconds) {
    for (const layer of movingLayers) this.#moving[layer].glideSeconds = seconds;
  }

  /** Begins a full state; `end` removes the objects that are not in it. */
  begin() {
    this.#state += 1;
  }

  end() {
    for (const layer of layers)
      for (const object of this.#byLayer[layer].values()) if (object.state !== this.#state) this.#remove(layer, object);
  }

  clear() {
    this.begin();
    this.end();
  }

  /** Handles an event of the stream. @param type `vessel`, `aircraft`, `event` or `gone` */
  take(type, data) {
    if (type === 'vessel') this.add('vessels', data);
    else if (type === 'aircraft') this.add('aircraft', data);
    else if (type === 'event') this.add('events', data);
    else if (type === 'gone') {
      const object = this.#byLayer[data.layer]?.get(`${singular[data.layer]}:${data.id}`);
      if (object !== undefined) this.#remove(data.layer, object);
    }
  }

  add(layer, data) {
    if (layer === 'events') this.#addEvent(data);
    else if (placeOf(data)) this.#move(layer, shown(data));
  }

  #move(layer, data) {
    const key = `${singular[layer]}:${data.id}`;
    const object = this.#byLayer[layer].get(key) ?? { key, layer };
    const isNew = object.data === undefined;
    this.#simulated += (data.simulated ? 1 : 0) - (object.data?.simulated ? 1 : 0);
    // A frame of a replay contains only positions.
    object.data = { ...data, name: data.name ?? object.data?.name, type: data.type ?? object.data?.type };
    object.state = this.#state;
    [object.x, object.y] = mercatorOf(data.lon, data.lat);
    const isAtRest = layer === 'vessels' && (data.speedKnots ?? 0) < AT_REST_KNOTS;
    object.course = isAtRest || data.altitudeFeet === 0 ? undefined : (data.courseDegrees ?? undefined);
    object.stale = data.stale === true;
    if (isNew) this.#byLayer[layer].set(key, object);
    this.#moving[layer].place(object);
  }

  #addEvent(data) {
    const position = placeOf(data);
    const key = `event:${data.id}`;
    const [x, y] = mercatorOf(position.lon, position.lat);
    const before = this.#byLayer.events.get(key);
    const simulated = (data.provenance?.provider ?? data.provider) === 'simulator';
    this.#simulated += (simulated ? 1 : 0) - (before?.data.simulated ? 1 : 0);
    const { title, severity } = data;
    const fields = { id: data.id, title, severity, simulated, lon: position.lon, lat: position.lat };
    this.#byLayer.events.set(key, { key, layer: 'events', data: fields, state: this.#state, x, y });
    this.#areEventsNew = true;
  }

  #remove(layer, object) {
    this.#byLayer[layer].delete(object.key);
    if (object.data.simulated) this.#simulated -= 1;
    if (layer === 'events') this.#areEventsNew = true;
    else this.#moving[layer].remove(object);
  }

  /** Returns the longitude and latitude of an object; undefined for an unknown key. */
  positionOf(key) {
    for (const layer of layers) {
      const object = this.#byLayer[layer].get(key);
      if (object !== undefined) return [object.data.lon, object.data.lat];
    }
    return undefined;
  }

  get counts() {
    return Object.fromEntries(layers.map((layer) => [layer, this.#byLayer[layer].size]));
  }

  get hasSimulated() {
    return this.#simulated > 0;
  }

  /**
   * Returns the objects that are nearest to a position, the nearest one first, with `key` and `text`.
   * @param isShown returns true for a layer to search
   * @param options `within`: maximum distance (px)
   */
  nearest([lon, lat], isShown, count, { within = Number.POSITIVE_INFINITY } = {}) {
    const [x, y] = mercatorOf(lon, lat);
    // The list is kept sorted by distance: most objects are farther away than its last entry, so they cost only one
    // comparison.
    const found = [];
    let farthest = (within / (512 * 2 ** this.#map.getZoom())) ** 2;
    for (const layer of layers) {
      if (!isShown(layer)) continue;
      for (const object of this.#byLayer[layer].values()) {
        const wide = Math.abs(object.x - x) % 1;
        const distance = Math.min(wide, 1 - wide) ** 2 + (object.y - y) ** 2;
        if (!(distance < farthest)) continue;
        const at = found.findIndex((other) => distance < other.distance);
        found.splice(at < 0 ? found.length : at, 0, { distance, object });
        if (found.length > count) found.pop();
        if (found.length === count) farthest = found[count - 1].distance;
      }
    }
    return found.map(({ object: { key, data } }) => ({ key, text: texts[layerOf(key)](data) }));
  }

  /** Passes the changes to the map. @param isShown returns true for a visible layer */
  draw(isShown) {
    for (const layer of movingLayers) this.#moving[layer].refresh();
    if (this.#areEventsNew && this.#map.getSource('events') !== undefined) {
      this.#areEventsNew = false;
      this.#set(
        'events',
        Array.from(this.#byLayer.events.values(), ({ data: { lon, lat, severity } }) =>
          pointOf(lon, lat, { severity }),
        ),
      );
    }
    this.#drawNames(isShown);
  }

  /** Shows the names of objects in view: only as many as fit, because placing names blocks the page. */
  #drawNames(isShown) {
    const named = [];
    if (this.#map.getZoom() >= NAMES_FROM_ZOOM) {
      const bounds = this.#map.getBounds();
      for (const layer of movingLayers) {
        if (!isShown(layer)) continue;
        for (const { data } of this.#byLayer[layer].values()) {
          if (named.length < MAX_NAMES && bounds.contains([data.lon, data.lat]))
            named.push(pointOf(data.lon, data.lat, { name: data.name ?? data.id }));
        }
      }
    }
    const names = JSON.stringify(named);
    if (names === this.#names || this.#map.getSource('names') === undefined) return;
    this.#names = names;
    this.#set('names', named);
  }

  #set(source, features) {
    this.#map.getSource(source).setData({ type: 'FeatureCollection', features });
  }
}

const layerOf = (key) => layers.find((layer) => key.startsWith(`${singular[layer]}:`));
const pointOf = (lon, lat, properties) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
});
