import { Service } from 'typedi';
import { countryOf } from '../adsb/icao-country.js';
import type { Aircraft } from '../aircraft.js';
import { idOf } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { LiveSource } from './live-source.js';

/** Searches live aircraft by callsign, registration and 24-bit address. */
@Service()
export class AircraftSearch extends LiveSource<Aircraft> {
  readonly type = 'aircraft';
  readonly title = 'The live aircraft';

  constructor({ aircraft: layer, aircraftColumns: { at } }: LiveState) {
    const idAt = (slot: number) => idOf('aircraft', layer.keyAt(slot));
    super({
      layer,
      texts: [at.callsign, at.registration],
      countryOf,
      hasNumber: (slot, beginning) => idAt(slot).startsWith(beginning),
      isNumber: (slot, text) => idAt(slot) === text,
      describe: (slot) => {
        const [callsign, registration] = [at.callsign(slot), at.registration(slot)];
        const parts = [`ICAO ${idAt(slot)}`, callsign === null ? null : registration, at.aircraftType(slot)];
        return { title: callsign ?? registration ?? `ICAO ${idAt(slot)}`, text: parts.filter(Boolean).join(' · ') };
      },
    });
  }
}
