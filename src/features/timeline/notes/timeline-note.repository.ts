import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { timelineNotes } from '../timeline.schema.js';
import type { TimelineNote } from './timeline-note.js';

type Row = typeof timelineNotes.$inferSelect;

@Service()
export class TimelineNoteRepository extends OwnedTable<Row, TimelineNote> {
  constructor(database: Database) {
    super(database, timelineNotes);
  }

  protected override itemOf({ lat, lon, ...row }: Row): TimelineNote {
    return { ...row, place: lat === null || lon === null ? null : { lat, lon } };
  }

  protected override rowOf({ place, ...note }: TimelineNote): Row {
    return { ...note, lat: place?.lat ?? null, lon: place?.lon ?? null };
  }
}
