/** Functions that return the properties which the map needs of an object, by its kind. */
const readers = {
  vessels: (data) => ({
    key: `vessel:${data.mmsi}`,
    label: data.name ?? data.mmsi,
    text: join(data.name ?? `MMSI ${data.mmsi}`, data.shipType?.replaceAll('_', ' '), knots(data)),
    course: (data.speedKnots ?? 0) < 0.5 ? undefined : (data.courseDegrees ?? data.headingDegrees ?? undefined),
    speed: data.speedKnots ?? undefined,
  }),
  aircraft: (data) => ({
    key: `aircraft:${data.icao24}`,
    label: data.callsign ?? data.icao24,
    text: join(data.callsign ?? `ICAO ${data.icao24}`, data.aircraftType, altitude(data)),
    course: data.onGround ? undefined : (data.trackDegrees ?? data.courseDegrees ?? undefined),
    speed: data.groundSpeedKnots ?? data.speedKnots ?? undefined,
  }),
  events: (data) => ({
    key: `event:${data.id}`,
    label: data.title,
    text: join(data.title, `severity ${data.severity}`),
    severity: data.severity,
  }),
};

const join = (...parts) => parts.filter(Boolean).join(' · ');
const knots = ({ speedKnots }) => (speedKnots ?? 0) >= 0.5 && `${speedKnots} kn`;
const altitude = ({ onGround, altitudeFeet }) =>
  onGround ? 'on the ground' : (altitudeFeet ?? undefined) !== undefined && `${altitudeFeet.toLocaleString('en')} ft`;

export const layers = ['vessels', 'aircraft', 'events'];
const singular = { vessel: 'vessels', aircraft: 'aircraft', event: 'events' };

/** The objects on the map, with their changes since the last drawing. */
export class MapObjects {
  #byLayer = Object.fromEntries(layers.map((layer) => [layer, new Map()]));
  #changed = Object.fromEntries(layers.map((layer) => [layer, new Set()]));
  #map;
  /** True when the map's sources are empty, as after a change of style, so that all objects must be added. */
  #isNew = true;

  constructor(map) {
    this.#map = map;
  }

  clear() {
    for (const layer of layers) this.#byLayer[layer].clear();
    this.#isNew = true;
  }

  /** Adds all objects to the map again, after its style was replaced. */
  renew() {
    this.#isNew = true;
    this.draw();
  }

  /** Handles an event of the stream. @param type `vessel`, `aircraft`, `event` or `gone` */
  take(type, data) {
    if (type === 'gone') {
      const kind = { vessels: 'vessel', aircraft: 'aircraft', events: 'event' }[data.layer];
      if (kind !== undefined) this.#remove(data.layer, `${kind}:${data.id}`);
    } else if (type in singular) this.add(singular[type], data);
  }

  add(layer, data) {
    const position = data.position ?? (data.lat === undefined ? undefined : data);
    if (!position) return;
    const properties = readers[layer](data);
    const provider = data.provenance?.provider ?? data.provider;
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [position.lon, position.lat] },
      properties: {
        ...properties,
        stale: data.provenance?.stale ?? false,
        simulated: provider === 'simulator' || data.provenance?.simulated === true,
      },
    };
    this.#byLayer[layer].set(properties.key, feature);
    this.#changed[layer].add(properties.key);
  }

  #remove(layer, key) {
    if (this.#byLayer[layer].delete(key)) this.#changed[layer].add(key);
  }

  find(key) {
    for (const layer of layers) {
      const feature = this.#byLayer[layer].get(key);
      if (feature !== undefined) return { layer, feature };
    }
    return undefined;
  }

  get counts() {
    return Object.fromEntries(layers.map((layer) => [layer, this.#byLayer[layer].size]));
  }

  get hasSimulated() {
    return layers.some((layer) => this.#byLayer[layer].values().some(({ properties }) => properties.simulated));
  }

  /** Returns the objects of visible layers that are nearest to a position. */
  nearest([lon, lat], shown, count) {
    const narrow = Math.cos((lat * Math.PI) / 180);
    const away = ({ geometry: { coordinates } }) =>
      Math.hypot((((coordinates[0] - lon + 540) % 360) - 180) * narrow, coordinates[1] - lat);
    // Kept sorted by distance: most objects are farther than its last one, so they cost only one comparison.
    const found = [];
    for (const layer of layers) {
      if (!shown.has(layer)) continue;
      for (const feature of this.#byLayer[layer].values()) {
        const distance = away(feature);
        if (found.length === count && distance >= found[count - 1].distance) continue;
        const at = found.findIndex((other) => distance < other.distance);
        found.splice(at < 0 ? found.length : at, 0, { distance, feature });
        if (found.length > count) found.pop();
      }
    }
    return found.map(({ feature }) => feature);
  }

  /** Passes the changes to the map. */
  draw() {
    for (const layer of layers) {
      const source = this.#map.getSource(layer);
      if (source === undefined) return;
      const [all, changed] = [this.#byLayer[layer], this.#changed[layer]];
      if (this.#isNew) source.setData({ type: 'FeatureCollection', features: [...all.values()] });
      else if (changed.size > 0) {
        const keys = [...changed];
        source.updateData({
          remove: keys.filter((key) => !all.has(key)),
          add: keys.flatMap((key) => all.get(key) ?? []),
        });
      }
      changed.clear();
    }
    this.#isNew = false;
  }
}
