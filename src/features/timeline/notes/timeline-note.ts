import type { Owned } from '../../../resources/owned-table.js';

/** A note of an account in its timeline. */
export interface TimelineNote extends Owned {
  /** Id of the event that shows the note in the timeline. */
  eventId: string;
  title: string;
  text: string | null;
  /** The time that the note is about. */
  time: Date;
  /** Severity, from 1 (minor) to 5 (critical). */
  severity: number;
  place: { lat: number; lon: number } | null;
  symbols: string[];
  entities: string[];
}

/** The fields of a note that its account sets. */
export type NoteContent = Pick<TimelineNote, 'title' | 'text' | 'time' | 'severity' | 'place' | 'symbols' | 'entities'>;
