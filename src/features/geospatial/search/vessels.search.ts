import { Service } from 'typedi';
import type { FieldClause } from '../../../search/search-query.js';
import { foldedWordsOf } from '../../../search/text-match.js';
import { flagOf } from '../ais/flag.js';
import { shipTypeOf, shipTypes } from '../ais/ship-type.js';
import { idOf } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { isStationary } from '../stationary.js';
import type { Vessel } from '../vessel.js';
import { LiveSource } from './live-source.js';
import { withPortNames } from './port-codes.js';

/** Maximum number of cached destinations; many vessels have the same one. */
const MAX_DESTINATIONS = 20_000;

/**
 * Searches live vessels by name, callsign, MMSI, IMO number and destination. Vessels with an irregular MMSI, which
 * several may share, base stations and aids to navigation are left out.
 */
@Service()
export class VesselsSearch extends LiveSource<Vessel> {
  readonly type = 'vessel';
  readonly title = 'The live vessels';
  override readonly kinds = shipTypes;

  constructor({ vessels: layer, vesselColumns: columns }: LiveState) {
    const { at } = columns;
    const numbersOf = (slot: number) => [idOf('vessels', layer.keyAt(slot)), String(at.imo(slot) ?? '')];
    const named = new Map<string, string>();
    const destinationAt = (slot: number) => {
      const destination = at.destination(slot);
      if (destination === null) return null;
      const known = named.get(destination);
      if (known !== undefined) return known;
      if (named.size >= MAX_DESTINATIONS) named.clear();
      const names = withPortNames(destination);
      named.set(destination, names);
      return names;
    };
    super({
      layer,
      columns,
      texts: [at.name, at.callsign, destinationAt],
      identifiers: [at.callsign],
      countryOf: flagOf,
      isListed: (slot) => !isStationary(at.station(slot)),
      withNumber: (text, isPrefix) => {
        if (!(isPrefix ? /^\d{4,9}$/ : /^(?:\d{7}|\d{9})$/).test(text)) return undefined;
        const [mmsi, imo] = [rangeOf(text, 9), rangeOf(text, 7)];
        return (slot) => isWithin(mmsi, layer.keyAt(slot)) || isWithin(imo, at.imo(slot) ?? -1);
      },
      fields: ['imo', 'mmsi', 'kind', 'dest'],
      matchesField: (clause: FieldClause, slot: number) => {
        if (!('values' in clause)) return false;
        if (clause.field === 'imo') return clause.values.some((number) => Number(number) === at.imo(slot));
        if (clause.field === 'mmsi') return clause.values.some((number) => Number(number) === layer.keyAt(slot));
        if (clause.field === 'kind') return clause.values.includes(shipTypeOf(at.shipTypeCode(slot)) ?? '');
        const destination = destinationAt(slot);
        return destination !== null && isBoundFor(` ${destination} `, clause.values);
      },
      describe: (slot) => {
        const [mmsi, imo] = numbersOf(slot);
        const [name, callsign] = [at.name(slot), at.callsign(slot)];
        const parts = [
          `MMSI ${mmsi}`,
          imo && `IMO ${imo}`,
          callsign,
          shipTypeOf(at.shipTypeCode(slot))?.replaceAll('_', ' '),
          at.destination(slot),
        ];
        return { title: name ?? callsign ?? `MMSI ${mmsi}`, text: parts.filter(Boolean).join(' · ') };
      },
    });
  }
}

/**
 * Returns whether a destination contains one of the names.
 * @param destination folded words (without case and accents), with a space before and after each
 */
const isBoundFor = (destination: string, names: readonly string[]): boolean =>
  names.some((name) => destination.includes(` ${foldedWordsOf(name).join(' ')} `));

/** Returns the range of numbers with `digits` digits that begin with a text; an empty range for a longer text. */
function rangeOf(text: string, digits: number): { from: number; to: number } {
  const scale = 10 ** (digits - text.length);
  return text.length > digits ? { from: 0, to: 0 } : { from: Number(text) * scale, to: (Number(text) + 1) * scale };
}

const isWithin = ({ from, to }: { from: number; to: number }, number: number): boolean => number >= from && number < to;
