import type { Owned } from '../../../resources/owned-table.js';

/** A note of an account in its timeline. */
export interface TimelineNote extends Owned {
  /** The event that shows it. */
  eventId: string;
  title: string;
  text: string | null;
  /** The moment that it is about. */
  time: Date;
  /** 1 (minor) to 5 (critical). */
  severity: number;
  place: { lat: number; lon: number } | null;
  symbols: string[];
  entities: string[];
}

/** The fields that the account sets. */
export type NoteContent = Pick<TimelineNote, 'title' | 'text' | 'time' | 'severity' | 'place' | 'symbols' | 'entities'>;
