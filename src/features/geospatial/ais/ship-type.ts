/**
 * Ship types, ITU-R M.1371 table 53. The second digit of passenger ships, cargo ships, tankers and others is their
 * hazard category (`hazardCategoryOf`).
 */
export const shipTypes = [
  'wing_in_ground',
  'fishing',
  'towing',
  'dredging',
  'diving',
  'military',
  'sailing',
  'pleasure_craft',
  'high_speed_craft',
  'pilot',
  'search_and_rescue',
  'tug',
  'port_tender',
  'anti_pollution',
  'law_enforcement',
  'medical',
  'noncombatant',
  'passenger',
  'cargo',
  'tanker',
  'other',
] as const;
export type ShipType = (typeof shipTypes)[number];

const byCode: Readonly<Record<number, ShipType>> = {
  30: 'fishing',
  31: 'towing',
  32: 'towing',
  33: 'dredging',
  34: 'diving',
  35: 'military',
  36: 'sailing',
  37: 'pleasure_craft',
  50: 'pilot',
  51: 'search_and_rescue',
  52: 'tug',
  53: 'port_tender',
  54: 'anti_pollution',
  55: 'law_enforcement',
  58: 'medical',
  59: 'noncombatant',
};
const byTens: Readonly<Record<number, ShipType>> = {
  2: 'wing_in_ground',
  4: 'high_speed_craft',
  6: 'passenger',
  7: 'cargo',
  8: 'tanker',
};

/**
 * Returns the ship type of a code: `other` for reserved codes and local use; null for an unknown type, which is null,
 * 0, or a code above 99.
 */
export function shipTypeOf(code: number | null): ShipType | null {
  if (code === null || code <= 0 || code > 99) return null;
  return byCode[code] ?? byTens[Math.floor(code / 10)] ?? 'other';
}

/** Categories of dangerous, harmful or polluting cargo by the IMO; `os` is another substance. */
export const hazardCategories = ['x', 'y', 'z', 'os'] as const;
export type HazardCategory = (typeof hazardCategories)[number];

/**
 * Hazard category from the second digit of a ship type (ITU-R M.1371-5 table 53); null for types without cargo
 * information.
 */
export function hazardCategoryOf(code: number | null): HazardCategory | null {
  if (code === null || ![2, 4, 6, 7, 8, 9].includes(Math.floor(code / 10))) return null;
  return hazardCategories[(code % 10) - 1] ?? null;
}
