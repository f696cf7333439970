/**
 * Whether a vessel serves others or works on the spot, by its AIS ship type (ITU-R M.1371 table 53): towing (31, 32), dredging and diving (33, 34),
 * and special craft (50 to 59: pilot, search and rescue, tug, port tender, anti-pollution, law enforcement, local, medical, non-combatant). They come
 * close to others on purpose, stop and go in ports all day, and switch off at their station.
 */
export const isServiceCraft = (shipTypeCode: number | null): boolean =>
  shipTypeCode !== null && ((shipTypeCode >= 31 && shipTypeCode <= 34) || (shipTypeCode >= 50 && shipTypeCode <= 59));
