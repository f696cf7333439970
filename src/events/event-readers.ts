import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { eq, sql } from '../database/drizzle.js';
import { eventReaders } from '../database/event-schema.js';
import { EventLog } from './event-log.js';
import type { LoggedEvent } from './logged-event.js';

/**
 * Handles events in the transaction that stores the new position of their reader.
 * @returns the position of the last handled event if it left the remaining events for the next call; undefined if it
 * handled all
 */
export type EventHandler = (events: LoggedEvent[]) => Promise<number | undefined>;

/**
 * Runs readers of the log, whose positions are in the database. The writes of a reader commit together with its
 * position, so it handles every event exactly once, even if a process dies. Only one process at a time reads under the
 * same name.
 */
@Service()
export class EventReaders {
  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
  ) {}

  /**
   * Lets a reader handle the next events. @param types only events of these types; undefined: all types
   * @returns false when there are no new events, or another process is reading
   */
  async advance(name: string, limit: number, handle: EventHandler, types?: readonly string[]): Promise<boolean> {
    await this.ensure(name);
    return this.database.transaction(async (tx) => {
      const [reader] = await tx
        .select()
        .from(eventReaders)
        .where(eq(eventReaders.name, name))
        .for('update', { skipLocked: true });
      if (reader === undefined) return false;
      const events = await this.log.after(reader.position, limit, types);
      const last = events.at(-1);
      if (last === undefined) return false;
      const reached = await handle(events);
      await tx
        .update(eventReaders)
        .set({ position: reached ?? last.position, updatedAt: sql`now()` })
        .where(eq(eventReaders.name, name));
      return true;
    });
  }

  /** Returns the position of a reader; 0 for a reader that has not read yet. */
  async positionOf(name: string): Promise<number> {
    const [reader] = await this.database.orm.select().from(eventReaders).where(eq(eventReaders.name, name));
    return reader?.position ?? 0;
  }

  private readonly known = new Set<string>();

  /** Creates the row of a new reader, which begins at the start of the log. */
  private async ensure(name: string): Promise<void> {
    if (this.known.has(name)) return;
    await this.database.orm.insert(eventReaders).values({ name, position: 0 }).onConflictDoNothing();
    this.known.add(name);
  }
}
