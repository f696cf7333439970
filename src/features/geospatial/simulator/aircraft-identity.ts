import { mix, unit } from '../../../simulation/noise.js';
import { civilBlockOf, countryOf, isMilitary } from '../adsb/icao-country.js';
import { type AircraftKind, aircraftKinds, fleets } from './aircraft-kinds.js';
import { chosen } from './ship-identity.js';

/** The identity of a simulated aircraft. A real aircraft with one of these numbers is a coincidence. */
export interface AircraftIdentity {
  /** Of a block of its state. */
  icao24: number;
  country: string;
  registration: string;
  /** The airlines' designators are `X` and the state: no airline has these. */
  airline: string;
  hub: string;
  kind: AircraftKind;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** @param index among all aircraft, which keeps addresses apart */
export function aircraftIdentity(key: number, index: number): AircraftIdentity {
  const [country, pattern, hubs] = chosen(
    fleets.map((one) => [one, one[3]] as const),
    unit(key, 0),
  );
  const kind = chosen(
    aircraftKinds.map((one) => [one, one.share] as const),
    unit(key, 1),
  );
  const registration = [...pattern].map((sign, at) =>
    sign === '#' ? 1 + (mix(key, 10 + at) % 9) : sign === '@' ? letters[mix(key, 10 + at) % letters.length] : sign,
  );
  return {
    icao24: addressOf(key, index, country),
    country,
    registration: registration.join(''),
    airline: `X${country}`,
    hub: hubs[mix(key, 3) % hubs.length] as string,
    kind,
  };
}

/** The last ten bits are the aircraft's own, so that no two have the same address; those before are any of the state's that are not military. */
function addressOf(key: number, index: number, country: string): number {
  const { first, last } = civilBlockOf(country);
  const pages = Math.max(1, Math.floor((last - first + 1) / 1_024));
  const candidates = Array.from({ length: 20 }, (_, at) => first + (mix(key, 100 + at) % pages) * 1_024 + (index % 1_024));
  return candidates.find((address) => countryOf(address) === country && !isMilitary(address)) ?? first;
}
