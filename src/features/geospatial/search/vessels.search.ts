import { Service } from 'typedi';
import { flagOf } from '../ais/flag.js';
import { shipTypeOf } from '../ais/ship-type.js';
import { idOf } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import type { Vessel } from '../vessel.js';
import { LiveSource } from './live-source.js';

/** Searches live vessels by name, callsign, MMSI and IMO number. Those with an irregular MMSI are left out, since several may share one. */
@Service()
export class VesselsSearch extends LiveSource<Vessel> {
  readonly type = 'vessel';
  readonly title = 'The live vessels';

  constructor({ vessels: layer, vesselColumns: { at } }: LiveState) {
    const numbersOf = (slot: number) => [idOf('vessels', layer.keyAt(slot)), String(at.imo(slot) ?? '')];
    super({
      layer,
      texts: [at.name, at.callsign],
      countryOf: flagOf,
      hasNumber: (slot, beginning) => /^\d+$/.test(beginning) && numbersOf(slot).some((number) => number.startsWith(beginning)),
      isNumber: (slot, text) => text !== '' && numbersOf(slot).includes(text),
      describe: (slot) => {
        const [mmsi, imo] = numbersOf(slot);
        const [name, callsign] = [at.name(slot), at.callsign(slot)];
        const parts = [`MMSI ${mmsi}`, imo && `IMO ${imo}`, callsign, shipTypeOf(at.shipTypeCode(slot))?.replaceAll('_', ' '), at.destination(slot)];
        return { title: name ?? callsign ?? `MMSI ${mmsi}`, text: parts.filter(Boolean).join(' · ') };
      },
    });
  }
}
