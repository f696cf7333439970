import { idOf } from '../layer.js';
import type { Vessel } from '../vessel.js';

/** Returns the name of a vessel, or its MMSI while the name is unknown. */
export const vesselName = ({ name, key }: Pick<Vessel, 'name' | 'key'>): string =>
  name ?? `MMSI ${idOf('vessels', key)}`;

/**
 * True for a service craft by its AIS ship type (ITU-R M.1371 table 53): towing (31, 32), dredging and diving (33, 34),
 * and special craft (50 to 59: pilot, search and rescue, tug, port tender, anti-pollution, law enforcement, local,
 * medical, non-combatant). Service craft come close to others on purpose, stop in ports and depart all day, and switch
 * off their transponder at their station.
 */
export const isServiceCraft = (shipTypeCode: number | null): boolean =>
  shipTypeCode !== null && ((shipTypeCode >= 31 && shipTypeCode <= 34) || (shipTypeCode >= 50 && shipTypeCode <= 59));

/** True for a navigation status of a vessel at rest: at anchor, moored or aground (ITU-R M.1371 table 45). */
export const liesAtRest = (navigationStatus: number | null): boolean =>
  navigationStatus === 1 || navigationStatus === 5 || navigationStatus === 6;

/** True for a vessel that fishes: its ship type is 30, or it reports the navigation status 7. */
export const isFishing = ({
  shipTypeCode,
  navigationStatus,
}: Pick<Vessel, 'shipTypeCode' | 'navigationStatus'>): boolean => shipTypeCode === 30 || navigationStatus === 7;
