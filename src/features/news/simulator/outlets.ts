import type { SourceTier } from '../article.js';

export type Language = 'en' | 'de' | 'fr' | 'es';

/** A publication of the simulator. All of them are invented. */
export interface Outlet {
  name: string;
  /** Two publications of one owner do not corroborate each other. */
  owner: string;
  language: Language;
  country: string;
  tier: SourceTier;
  /** Minutes after which it reports, at least and at most. */
  delay: readonly [min: number, max: number];
}

export const outlets: readonly Outlet[] = [
  { name: 'Meridian Wire', owner: 'Meridian Group', language: 'en', country: 'GB', tier: 1, delay: [1, 4] },
  { name: 'Meridian Business Daily', owner: 'Meridian Group', language: 'en', country: 'GB', tier: 2, delay: [6, 15] },
  { name: 'The Northern Ledger', owner: 'Ledger Trust', language: 'en', country: 'CA', tier: 2, delay: [4, 20] },
  { name: 'Pacific Courier', owner: 'Courier Press', language: 'en', country: 'AU', tier: 2, delay: [8, 40] },
  { name: 'Quayside Post', owner: 'Quayside Media', language: 'en', country: 'SG', tier: 3, delay: [5, 30] },
  { name: 'Rheinblick', owner: 'Rheinblick Verlag', language: 'de', country: 'DE', tier: 2, delay: [10, 45] },
  { name: 'Le Fil du Jour', owner: 'Groupe Estuaire', language: 'fr', country: 'FR', tier: 2, delay: [10, 45] },
  { name: 'El Faro Diario', owner: 'Grupo Faro', language: 'es', country: 'ES', tier: 2, delay: [10, 45] },
];

/** No outlet reports later than this (minutes). */
export const MAX_DELAY_MINUTES = 45;
