import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { timelineNotes } from '../timeline.schema.js';
import type { TimelineNote } from './timeline-note.js';

type Row = typeof timelineNotes.$inferSelect;

const noteOf = ({ lat, lon, ...row }: Row): TimelineNote => ({
  ...row,
  place: lat === null || lon === null ? null : { lat, lon },
});
const rowOf = ({ place, ...note }: TimelineNote): Row => ({
  ...note,
  lat: place?.lat ?? null,
  lon: place?.lon ?? null,
});
const own = (accountId: string, id: string) => and(eq(timelineNotes.id, id), eq(timelineNotes.accountId, accountId));

/** Stores notes. */
@Service()
export class TimelineNoteRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string): Promise<TimelineNote | undefined> {
    const [row] = await this.database.orm.select().from(timelineNotes).where(own(accountId, id));
    return row && noteOf(row);
  }

  /** Locks and returns a note until the transaction ends. */
  async hold(accountId: string, id: string): Promise<TimelineNote | undefined> {
    const [row] = await this.database.orm.select().from(timelineNotes).where(own(accountId, id)).for('update');
    return row && noteOf(row);
  }

  /** By creation, after the note `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<TimelineNote[]> {
    const rows = await this.database.orm
      .select()
      .from(timelineNotes)
      .where(and(eq(timelineNotes.accountId, accountId), beyond(timelineNotes.id, order, after)))
      .orderBy(inOrder(timelineNotes.id, order))
      .limit(limit);
    return rows.map(noteOf);
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(timelineNotes, eq(timelineNotes.accountId, accountId));
  }

  async insert(note: TimelineNote): Promise<void> {
    await this.database.orm.insert(timelineNotes).values(rowOf(note));
  }

  async replace(note: TimelineNote): Promise<void> {
    const { id, accountId: _, createdAt: __, ...revised } = rowOf(note);
    await this.database.orm.update(timelineNotes).set(revised).where(eq(timelineNotes.id, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(timelineNotes).where(eq(timelineNotes.id, id));
  }
}
