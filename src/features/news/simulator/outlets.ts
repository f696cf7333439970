import type { SourceTier } from '../article.js';

export type Language = 'en' | 'de' | 'fr' | 'es';

/** A publication of the simulator. All of them are invented. */
export interface Outlet {
  name: string;
  /** Owner of the publication; publications of one owner do not corroborate each other. */
  owner: string;
  language: Language;
  country: string;
  tier: SourceTier;
  /**
   * Style of summaries, from 0 to 8. Publications of one language with the same style publish the same summaries, as if
   * one reprints the other.
   */
  style: number;
  /** Delay of a report after the incident (minutes). */
  delay: readonly [min: number, max: number];
}

export const outlets: readonly Outlet[] = [
  { name: 'Meridian Wire', owner: 'Meridian Group', language: 'en', country: 'GB', tier: 1, style: 0, delay: [1, 4] },
  {
    name: 'Meridian Business Daily',
    owner: 'Meridian Group',
    language: 'en',
    country: 'GB',
    tier: 2,
    style: 1,
    delay: [6, 15],
  },
  {
    name: 'The Northern Ledger',
    owner: 'Ledger Trust',
    language: 'en',
    country: 'CA',
    tier: 2,
    style: 2,
    delay: [4, 20],
  },
  { name: 'Pacific Courier', owner: 'Courier Press', language: 'en', country: 'AU', tier: 2, style: 3, delay: [8, 40] },
  { name: 'Quayside Post', owner: 'Quayside Media', language: 'en', country: 'SG', tier: 3, style: 4, delay: [5, 30] },
  {
    name: 'Highveld Sentinel',
    owner: 'Sentinel Holdings',
    language: 'en',
    country: 'ZA',
    tier: 2,
    style: 5,
    delay: [6, 35],
  },
  {
    name: 'Monsoon Bulletin',
    owner: 'Bulletin Trust',
    language: 'en',
    country: 'IN',
    tier: 3,
    style: 6,
    delay: [8, 45],
  },
  {
    name: 'Tidewater Digest',
    owner: 'Tidewater Publishing',
    language: 'en',
    country: 'US',
    tier: 4,
    style: 0,
    delay: [10, 45],
  },
  { name: 'Rheinblick', owner: 'Rheinblick Verlag', language: 'de', country: 'DE', tier: 2, style: 0, delay: [10, 45] },
  {
    name: 'Le Fil du Jour',
    owner: 'Groupe Estuaire',
    language: 'fr',
    country: 'FR',
    tier: 2,
    style: 0,
    delay: [10, 45],
  },
  { name: 'El Faro Diario', owner: 'Grupo Faro', language: 'es', country: 'ES', tier: 2, style: 0, delay: [10, 45] },
];

/** Maximum delay of a report (minutes). */
export const MAX_DELAY_MINUTES = 45;
