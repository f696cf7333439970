import { Service } from 'typedi';
import { countryOf } from '../adsb/icao-country.js';
import type { Aircraft } from '../aircraft.js';
import { idOf, NON_ICAO } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { airlineOf, designatorsOf, namesOfType } from '../reference/airline-list.js';
import { LiveSource } from './live-source.js';

/** Matches a flight number, and captures the code of the airline (IATA) and the number: `BA283`. */
const FLIGHT_NUMBER = /^([a-z\d]{2})(\d{1,4}[a-z]{0,2})$/;

/**
 * Searches live aircraft by callsign, flight number, registration and 24-bit address, and by the names of their airline
 * and type.
 */
@Service()
export class AircraftSearch extends LiveSource<Aircraft> {
  readonly type = 'aircraft';
  readonly title = 'The live aircraft';

  constructor({ aircraft: layer, aircraftColumns: columns }: LiveState) {
    const { at } = columns;
    // Pilots and users also write PH-BXA as `PHBXA`.
    const registrationAt = (slot: number) => at.registration(slot)?.replace(/[^\p{L}\p{N}]/gu, '') ?? null;
    const idAt = (slot: number) => idOf('aircraft', layer.keyAt(slot));
    const airlineAt = (slot: number) => {
      const callsign = at.callsign(slot);
      return (callsign === null ? undefined : airlineOf(callsign)?.names) ?? at.operator(slot);
    };
    const typeAt = (slot: number) => {
      const type = at.aircraftType(slot);
      return type === null ? null : (namesOfType(type) ?? type);
    };
    super({
      layer,
      columns,
      texts: [at.callsign, at.registration, registrationAt],
      attributes: [airlineAt, typeAt],
      identifiers: [at.callsign, at.registration],
      alternatives: (text) => {
        const [, code = '', number = ''] = FLIGHT_NUMBER.exec(text) ?? [];
        return designatorsOf(code).map((designator) => `${designator}${number}`.toLowerCase());
      },
      countryOf,
      withNumber: (text, isPrefix) => {
        if (!(isPrefix ? /^~?[0-9a-f]{4,6}$/ : /^~?[0-9a-f]{6}$/).test(text)) return undefined;
        const digits = text.replace('~', '');
        const from = (text.startsWith('~') ? NON_ICAO : 0) + Number.parseInt(digits.padEnd(6, '0'), 16);
        return (slot) => layer.keyAt(slot) >= from && layer.keyAt(slot) < from + 16 ** (6 - digits.length);
      },
      describe: (slot) => {
        const [callsign, registration] = [at.callsign(slot), at.registration(slot)];
        const parts = [`ICAO ${idAt(slot)}`, callsign === null ? null : registration, at.aircraftType(slot)];
        return { title: callsign ?? registration ?? `ICAO ${idAt(slot)}`, text: parts.filter(Boolean).join(' · ') };
      },
    });
  }
}
