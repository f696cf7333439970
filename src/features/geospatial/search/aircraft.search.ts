import { Service } from 'typedi';
import { countryOf } from '../adsb/icao-country.js';
import type { Aircraft } from '../aircraft.js';
import { idOf, NON_ICAO } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { LiveSource } from './live-source.js';

/** Searches live aircraft by callsign, registration and 24-bit address. */
@Service()
export class AircraftSearch extends LiveSource<Aircraft> {
  readonly type = 'aircraft';
  readonly title = 'The live aircraft';

  constructor({ aircraft: layer, aircraftColumns: columns }: LiveState) {
    const { at } = columns;
    // Pilots and users also write PH-BXA as `PHBXA`.
    const registrationAt = (slot: number) => at.registration(slot)?.replace(/[^\p{L}\p{N}]/gu, '') ?? null;
    const idAt = (slot: number) => idOf('aircraft', layer.keyAt(slot));
    super({
      layer,
      columns,
      texts: [at.callsign, at.registration, registrationAt],
      identifiers: [at.callsign, at.registration],
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
