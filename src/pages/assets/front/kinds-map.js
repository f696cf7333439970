import { entityLink } from './entry-links.js';
import { eventItems } from './kinds-markets.js';
import { make, timeAgo } from './page-dom.js';
import { factOf, numberText, timeText, wordsOf } from './records.js';

const TRACK_HOURS = 24;
const HOUR_MS = 3_600_000;

const amount = (value, unit) => (value === null || value === undefined ? null : `${numberText(value)} ${unit}`);
const words = (value) => (value === null || value === undefined ? null : wordsOf(value));

/** Returns a link to the interactive map at a position. */
export const mapLink = ({ lat, lon }, zoom = 8) =>
  make('a', { class: 'button', href: `/map#${zoom}/${lat.toFixed(4)}/${lon.toFixed(4)}` }, 'Show on the map');

/** Returns an image of the map around a position. @param degrees half the height of the image */
export function placePicture({ lat, lon }, alt, degrees = 3) {
  const wide = (2 * degrees) / Math.max(0.2, Math.cos((lat * Math.PI) / 180));
  const turned = (value) => ((((value + 180) % 360) + 360) % 360) - 180;
  const box = [turned(lon - wide), Math.max(-85, lat - degrees), turned(lon + wide), Math.min(85, lat + degrees)];
  const bbox = box.map((value) => value.toFixed(4)).join();
  return { path: '/geospatial/map.svg', query: { bbox, layer: 'events,vessels' }, alt, ratio: 0.5 };
}

const trackPicture = (path, name) => ({
  path: `${path}/track.svg`,
  query: { from: new Date(Date.now() - TRACK_HOURS * HOUR_MS).toISOString() },
  alt: `Track of ${name} in the last ${TRACK_HOURS} hours on a map`,
});

async function moving(session, { path, entity, signal }, describe) {
  const [found, { items }] = await Promise.all([
    session.get(path, signal),
    session.get(`/timeline?entity=${encodeURIComponent(entity)}&limit=5`, signal).catch(() => ({ items: [] })),
  ]);
  const { title, facts } = describe(found);
  return {
    title,
    pictures: [trackPicture(path, title)],
    facts: { ...facts, Reported: timeAgo(found.observedAt), Source: found.provenance.provider },
    actions: found.position ? [mapLink(found.position)] : [],
    sections: [{ title: 'Events', items: eventItems(items) }],
    json: { path, value: found },
  };
}

const vessel = (session, id, { signal }) =>
  moving(session, { path: `/geospatial/vessels/${id}`, entity: `vessel:${id}`, signal }, (found) => ({
    title: found.name ?? `Vessel ${found.mmsi}`,
    facts: {
      Type: words(found.shipType),
      Flag: found.flag,
      Destination: found.destination,
      Speed: amount(found.speedKnots, 'kn'),
      Course: amount(found.courseDegrees, '°'),
      Status: words(found.navigationStatus),
      Draught: amount(found.draughtMeters, 'm'),
      Size: found.lengthMeters && found.beamMeters ? `${found.lengthMeters} × ${found.beamMeters} m` : null,
      Callsign: found.callsign,
      MMSI: found.mmsi,
      IMO: found.imo,
    },
  }));

const aircraft = (session, id, { signal }) =>
  moving(session, { path: `/geospatial/aircraft/${id}`, entity: `aircraft:${id}`, signal }, (found) => ({
    title: found.callsign ?? found.registration ?? `Aircraft ${found.icao24}`,
    facts: {
      Type: found.aircraftType,
      Registration: found.registration,
      Altitude: found.onGround ? 'On the ground' : amount(found.altitudeFeet, 'ft'),
      Speed: amount(found.groundSpeedKnots, 'kn'),
      Track: amount(found.trackDegrees, '°'),
      'Vertical rate': amount(found.verticalRateFpm, 'ft/min'),
      Squawk: found.squawk,
      'ICAO address': found.icao24,
    },
  }));

async function placeEvent(session, id, { signal }) {
  const path = `/geospatial/events/${id}`;
  const [found, { items }] = await Promise.all([
    session.get(path, signal),
    session
      .get(`/timeline?entity=${encodeURIComponent(`geo_event:${id}`)}&limit=10`, signal)
      .catch(() => ({ items: [] })),
  ]);
  const details = Object.entries(found.details).filter(([name, value]) => name !== 'simulated' && isPlain(value));
  return {
    title: found.title,
    record: { ...found, simulated: found.details.simulated },
    text: found.description,
    pictures: [placePicture(found.position, `Map around the place of the event: ${found.title}`)],
    facts: {
      Type: wordsOf(found.type),
      Severity: `${found.severity} of 5`,
      Magnitude: found.magnitude && `${found.magnitude.value} ${found.magnitude.unit}`,
      Depth: amount(found.depthKm, 'km'),
      Began: timeText(found.startedAt),
      Ended: found.endedAt === null ? 'Ongoing' : timeText(found.endedAt),
      About: found.entities.map((entity) => entityLink(entity)),
      ...Object.fromEntries(details.map(([name, value]) => factOf(name, value))),
      Source: sourceOf(found),
    },
    actions: [mapLink(found.position)],
    sections: [{ title: 'Timeline', items: eventItems(items) }],
    json: { path, value: found },
  };
}

const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

const sourceOf = ({ url, provenance: { provider } }) =>
  url === null ? provider : make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, provider);

export const mapKinds = { vessel, aircraft, 'place-event': placeEvent };
