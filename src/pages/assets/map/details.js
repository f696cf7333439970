import { make, timeAgo } from './page-dom.js';

const TRACK_HOURS = 12;
const feature = (type, coordinates, properties) => ({ type: 'Feature', geometry: { type, coordinates }, properties });
const number = (value, unit) =>
  value === null || value === undefined ? undefined : `${value.toLocaleString('en')}${unit === '°' ? '' : ' '}${unit}`;

const airportCode = ({ iata, icao }) => iata ?? icao;

/** Returns the listed route of an aircraft, or the reason for which it is withdrawn; undefined without one. */
function routeText({ route }) {
  if (!route) return undefined;
  const { origin, destination, status, withdrawnBecause, source } = route;
  if (withdrawnBecause) return `withdrawn: ${withdrawnBecause.replaceAll('_', ' ')} (${source})`;
  const ends = origin ? [origin, destination].map(airportCode) : route.airports;
  return `${ends.join(' – ')} (${status}, ${source})`;
}

/** Kinds of objects, each with its path in the API and the displayed rows. */
const kinds = {
  vessel: {
    path: (id) => `/geospatial/vessels/${id}`,
    title: ({ name, mmsi }) => name ?? `MMSI ${mmsi}`,
    rows: (vessel) => ({
      MMSI: vessel.mmsi,
      IMO: vessel.imo,
      Callsign: vessel.callsign,
      Type: vessel.shipType?.replaceAll('_', ' '),
      Flag: vessel.flag,
      Speed: number(vessel.speedKnots, 'kn'),
      Course: number(vessel.courseDegrees, '°'),
      Status: vessel.navigationStatus?.replaceAll('_', ' '),
      Destination: vessel.destination,
      Draught: number(vessel.draughtMeters, 'm'),
      Size: vessel.lengthMeters && vessel.beamMeters && `${vessel.lengthMeters} × ${vessel.beamMeters} m`,
      Reported: timeAgo(vessel.observedAt),
      Source: vessel.provenance.provider,
    }),
  },
  aircraft: {
    path: (id) => `/geospatial/aircraft/${id}`,
    title: ({ callsign, icao24 }) => callsign ?? `ICAO ${icao24}`,
    rows: (aircraft) => ({
      'ICAO address': aircraft.icao24,
      Registration: aircraft.registration,
      Type: aircraft.aircraftType,
      Route: routeText(aircraft),
      Altitude: aircraft.onGround ? 'on the ground' : number(aircraft.altitudeFeet, 'ft'),
      Speed: number(aircraft.groundSpeedKnots, 'kn'),
      Track: number(aircraft.trackDegrees, '°'),
      'Vertical rate': number(aircraft.verticalRateFpm, 'ft/min'),
      Squawk: aircraft.squawk,
      Reported: timeAgo(aircraft.observedAt),
      Source: aircraft.provenance.provider,
    }),
  },
  event: {
    path: (id) => `/geospatial/events/${id}`,
    title: ({ title }) => title,
    rows: (event) => ({
      Type: event.type.replaceAll('_', ' '),
      Severity: `${event.severity} of 5`,
      Magnitude: event.magnitude && `${event.magnitude.value} ${event.magnitude.unit}`,
      Depth: number(event.depthKm, 'km'),
      Began: timeAgo(event.startedAt),
      Ended: event.endedAt ? timeAgo(event.endedAt) : 'ongoing',
      Source: event.provenance.provider,
    }),
  },
};

/** Shows one object: its fields, its track, and its events of the timeline. */
export class Details {
  #session;
  #map;
  #panel = document.getElementById('chosen');
  #reading;
  /** Key of the displayed object, such as `vessel:219024336`. */
  key;

  constructor(session, map, onClose) {
    this.#session = session;
    this.#map = map;
    this.#panel.querySelector('.close').addEventListener('click', () => {
      this.close();
      onClose();
    });
    document
      .getElementById('json')
      .addEventListener('toggle', ({ target }) => target.scrollIntoView({ block: 'nearest' }));
  }

  close() {
    this.#reading?.abort();
    this.key = undefined;
    this.#panel.hidden = true;
    this.#set('track', []);
    this.#set('chosen', []);
  }

  /** Marks the object's current position on the map. */
  mark(coordinates) {
    this.#set('chosen', [feature('Point', coordinates, {})]);
  }

  async show(key) {
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.key = key;
    const [kind, id] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    this.#panel.hidden = false;
    this.#panel.querySelector('h2').textContent = '…';
    try {
      await this.#load(kind, id, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#panel.querySelector('h2').textContent = key;
      this.#panel.querySelector('p').textContent = error.message;
    }
  }

  async #load(kind, id, signal) {
    const { path, title, rows } = kinds[kind];
    const found = await this.#session.get(path(id), signal);
    const panel = this.#panel;
    panel.querySelector('h2').textContent = title(found);
    panel.querySelector('p').textContent = found.description ?? '';
    panel.querySelector('dl').replaceChildren(
      ...Object.entries(rows(found))
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, String(value))]),
    );
    panel.querySelector('#json pre').textContent = JSON.stringify(found, null, 2);
    const entity = kind === 'event' ? found.entities[0] : `${kind}:${id}`;
    const { lat, lon } = found.position ?? {};
    panel
      .querySelector('.buttons')
      .replaceChildren(
        ...(lat === undefined
          ? []
          : [
              this.#button('Go there', () =>
                this.#map.easeTo({ center: [lon, lat], zoom: Math.max(this.#map.getZoom(), 9) }),
              ),
            ]),
        ...(kind === 'event' && entity ? [this.#button('Show the object', () => this.show(entity))] : []),
      );
    if (lat !== undefined) this.mark([lon, lat]);
    const isSeen = kind !== 'event';
    await Promise.all([
      isSeen ? this.#showTrack(path(id), signal) : this.#set('track', []),
      this.#showTimeline(entity, signal),
    ]);
  }

  #button(text, act) {
    const button = make('button', { type: 'button' }, text);
    button.addEventListener('click', act);
    return button;
  }

  /** Draws the track of the last hours, colored by speed, with the time at each full hour. */
  async #showTrack(path, signal) {
    const from = new Date(Date.now() - TRACK_HOURS * 3_600_000).toISOString();
    const { points } = await this.#session.get(`${path}/track?from=${from}&maxPoints=1000`, signal);
    const fastest = Math.max(1, ...points.map(({ speedKnots }) => speedKnots ?? 0));
    const features = [];
    for (const [index, to] of points.entries()) {
      const before = points[index - 1];
      if (before === undefined) continue;
      const lon = to.lon + 360 * Math.round((before.lon - to.lon) / 360);
      const part = (to.speedKnots ?? 0) / fastest;
      features.push(
        feature(
          'LineString',
          [
            [before.lon, before.lat],
            [lon, to.lat],
          ],
          { part },
        ),
      );
      const hour = new Date(to.time).getUTCHours();
      if (hour !== new Date(before.time).getUTCHours())
        features.push(feature('Point', [to.lon, to.lat], { hour: `${String(hour).padStart(2, '0')} UTC` }));
    }
    this.#set('track', features);
  }

  async #showTimeline(entity, signal) {
    const section = document.getElementById('about');
    section.hidden = true;
    if (entity === undefined) return;
    const { items } = await this.#session.get(`/timeline?entity=${encodeURIComponent(entity)}&limit=5`, signal);
    section.hidden = items.length === 0;
    section
      .querySelector('ol')
      .replaceChildren(
        ...items.map(({ title, time }) => make('li', {}, title, ' ', make('span', { class: 'quiet' }, timeAgo(time)))),
      );
  }

  #set(source, features) {
    this.#map.getSource(source)?.setData({ type: 'FeatureCollection', features });
  }
}
