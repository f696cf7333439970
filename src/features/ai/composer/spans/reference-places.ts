import type { AreaOfPlace } from '../../../../language/place-span.js';
import { foldedWords } from '../../../../text/words.js';
import { builtInFlows } from '../../../geospatial/flows/built-in-flows.js';
import { type Port, portDirectory } from '../../../geospatial/ports/port.js';
import { type Airport, builtInAirports } from '../../../geospatial/reference/airport-list.js';
import { distanceMeters } from '../../../geospatial/sphere.js';

/** Distance (m) between a place and the port or airport of its name. */
const OF_NAME_METERS = 100_000;
/** Distance (m) between a town and a port or airport with another name that serves it. */
const SERVING_METERS = 40_000;
/** ICAO codes of airports that questions name and that only a configured table may have. */
const NAMED: Readonly<Record<string, string>> = {
  'Gatwick Airport': 'EGKK',
  'Stansted Airport': 'EGSS',
  'John F. Kennedy Airport': 'KJFK',
  'LaGuardia Airport': 'KLGA',
  'Newark Airport': 'KEWR',
  "O'Hare Airport": 'KORD',
  'Los Angeles Airport': 'KLAX',
  'Orly Airport': 'LFPO',
  'Haneda Airport': 'RJTT',
  'Narita Airport': 'RJAA',
};
/** Distance (m) between two positions of one airport. */
const AIRPORT_METERS = 10_000;
const SIZES = ['large', 'medium', 'small', 'very_small'];

/** Words in the names of places that the names of their ports and airports lack. */
const GENERIC = /\b(?:port|harbour|harbor|airport|international|city|of|the|strait|straits|canal|el|channel)\b/g;
const plain = (name: string): string => foldedWords(name).replace(GENERIC, ' ').replace(/\s+/g, ' ').trim();

const distanceTo = (place: AreaOfPlace, { lat, lon }: { lat: number; lon: number }): number =>
  distanceMeters(place.lat, place.lon, lat, lon);

/**
 * Returns the port with a UN/LOCODE that a place means: the one of its name, otherwise the largest near it. Undefined
 * for a country and for a place without a port.
 */
export function portOf(place: AreaOfPlace | undefined): (Port & { locode: string }) | undefined {
  if (place === undefined || place.bbox !== undefined) return undefined;
  const name = plain(place.name);
  const near = portDirectory()
    .ports.filter((port): port is Port & { locode: string } => port.locode !== null)
    .map((port) => ({ port, meters: distanceTo(place, port.position) }))
    .filter(({ meters }) => meters <= OF_NAME_METERS);
  const bySize = near.toSorted(
    (one, other) => SIZES.indexOf(one.port.size) - SIZES.indexOf(other.port.size) || one.meters - other.meters,
  );
  const isOfName = ({ port }: { port: Port }) => [port.name, ...port.otherNames].some((one) => plain(one) === name);
  return (bySize.find(isOfName) ?? bySize.find(({ meters }) => meters <= SERVING_METERS))?.port;
}

/** Returns the airport that a place means: the nearest one to a named airport, or the one that serves a town. */
export function airportOf(place: AreaOfPlace | undefined): Pick<Airport, 'icao' | 'name'> | undefined {
  if (place === undefined || place.bbox !== undefined) return undefined;
  const icao = NAMED[place.name];
  if (icao !== undefined) return { icao, name: place.name };
  const name = plain(place.name);
  // `Gatwick Airport` is no other airport of London.
  const isAirport = /\bairport\b/i.test(place.name);
  const near = builtInAirports()
    .map((airport) => ({ airport, meters: distanceTo(place, airport) }))
    .filter(({ meters }) => meters <= OF_NAME_METERS)
    .sort((one, other) => one.meters - other.meters);
  const isOfName = ({ airport }: { airport: Airport }) => plain(airport.name).includes(name);
  return (near.find(({ meters }) => meters <= (isAirport ? AIRPORT_METERS : SERVING_METERS)) ?? near.find(isOfName))
    ?.airport;
}

/** Returns the id and the name of the line across which passages at a place are counted; undefined without one. */
export function flowOf(place: AreaOfPlace | undefined): { id: string; name: string } | undefined {
  if (place === undefined || place.bbox !== undefined) return undefined;
  const name = plain(place.name);
  const flows = [...builtInFlows().values()];
  return flows.find((flow) => plain(flow.name) === name) ?? flowOfPort(place, flows);
}

function flowOfPort(
  place: AreaOfPlace,
  flows: ReadonlyArray<{ id: string; name: string; locode: string | null }>,
): { id: string; name: string } | undefined {
  const locode = portOf(place)?.locode;
  return locode === undefined ? undefined : flows.find((flow) => flow.locode === locode);
}
