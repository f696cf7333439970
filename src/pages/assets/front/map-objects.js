const MAX_TRAIL = 40;
const layers = { vessel: 'vessels', aircraft: 'aircraft', event: 'events' };

/** Functions that return the key, the direction and a line of text of an object, by its kind. */
const readers = {
  vessel: ({ mmsi, name, shipType, speedKnots, courseDegrees, destination, flag }) => ({
    key: `vessels:${mmsi}`,
    name,
    bearing: (speedKnots ?? 0) < 0.5 ? undefined : courseDegrees,
    text: join(
      name ?? `MMSI ${mmsi}`,
      shipType?.replaceAll('_', ' '),
      flag,
      speedKnots !== null && `${speedKnots} kn`,
      destination && `to ${destination}`,
    ),
  }),
  aircraft: ({ icao24, callsign, aircraftType, groundSpeedKnots, altitudeFeet, trackDegrees, onGround }) => ({
    key: `aircraft:${icao24}`,
    bearing: onGround ? undefined : trackDegrees,
    text: join(
      callsign ?? `ICAO ${icao24}`,
      aircraftType,
      onGround ? 'on the ground' : altitudeFeet !== null && `${altitudeFeet.toLocaleString('en')} ft`,
      groundSpeedKnots !== null && `${groundSpeedKnots} kn`,
    ),
  }),
  event: ({ id, title, severity }) => ({ key: `events:${id}`, severity, text: join(title, `severity ${severity}`) }),
};

const join = (...parts) => parts.filter(Boolean).join(' · ');

/** The objects on the map by key, as received from the stream. */
export class MapObjects {
  #objects = new Map();

  clear() {
    this.#objects.clear();
  }

  find(key) {
    return this.#objects.get(key);
  }

  /** Handles an event of the stream. @param type of the event */
  take(type, data) {
    if (type === 'gone') {
      this.#objects.delete(`${data.layer}:${data.id}`);
      return;
    }
    const object = {
      ...readers[type](data),
      layer: layers[type],
      position: data.position,
      isSimulated: data.provenance.provider === 'simulator' || data.provenance.simulated,
    };
    if (!object.position) return;
    const before = this.#objects.get(object.key);
    object.trail = [...(before?.trail ?? []), object.position].slice(-MAX_TRAIL);
    this.#objects.set(object.key, object);
  }

  /** Returns the objects, after `draw` with their pixels. */
  get all() {
    return [...this.#objects.values()];
  }

  get counts() {
    const counts = { vessels: 0, aircraft: 0, events: 0 };
    for (const { layer } of this.#objects.values()) counts[layer] += 1;
    return counts;
  }

  get hasSimulated() {
    return this.#objects.values().some(({ isSimulated }) => isSimulated);
  }

  /** Returns the object after the given one, in the order of appearance. */
  after(object) {
    const all = [...this.#objects.values()];
    return all[(all.findIndex(({ key }) => key === object?.key) + 1) % Math.max(1, all.length)];
  }

  /** Returns the object drawn nearest to a pixel, within a distance (px). */
  nearest(x, y, within) {
    let [best, distance] = [undefined, within];
    for (const object of this.#objects.values()) {
      const away = Math.hypot((object.pixel?.[0] ?? 1e9) - x, (object.pixel?.[1] ?? 1e9) - y);
      if (away < distance) [best, distance] = [object, away];
    }
    return best;
  }

  /** Draws the objects. @param project converts a position to pixels */
  draw(context, project, { colors, selected }) {
    for (const layer of ['events', 'vessels', 'aircraft']) {
      context.fillStyle = context.strokeStyle = colors[layer];
      for (const object of this.#objects.values()) {
        if (object.layer !== layer) continue;
        object.pixel = project(object.position);
        if (layer === 'events') drawEvent(context, object);
        else drawMoving(context, object, project);
      }
    }
    const chosen = this.#objects.get(selected?.key);
    if (chosen?.pixel === undefined) return;
    context.strokeStyle = colors.text;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(...chosen.pixel, 11, 0, 2 * Math.PI);
    context.stroke();
  }
}

function drawEvent(context, { pixel, severity }) {
  context.beginPath();
  context.arc(...pixel, 2 + 1.5 * severity, 0, 2 * Math.PI);
  context.globalAlpha = 0.2;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.stroke();
}

function drawMoving(context, { pixel: [x, y], bearing, trail, layer }, project) {
  if (trail.length > 1) {
    context.beginPath();
    for (const position of trail) context.lineTo(...project(position));
    context.globalAlpha = 0.5;
    context.lineWidth = 1.2;
    context.stroke();
    context.globalAlpha = 1;
  }
  context.beginPath();
  if (bearing === undefined || bearing === null) context.arc(x, y, 2.2, 0, 2 * Math.PI);
  else {
    const size = layer === 'aircraft' ? 6.5 : 5;
    const corner = (turn, distance) => {
      const angle = ((bearing + turn) * Math.PI) / 180;
      context.lineTo(x + distance * Math.sin(angle), y - distance * Math.cos(angle));
    };
    corner(0, size);
    corner(145, size * 0.8);
    corner(180, size * (layer === 'aircraft' ? 0.1 : 0.5));
    corner(215, size * 0.8);
  }
  context.fill();
}
