import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq, sql } from '../../../database/drizzle.js';
import { osintLists } from '../osint.schema.js';
import type { StoredList } from './stored-list.js';

/** Stores the state of lists, such as their validators and revision. */
@Service()
export class ListRepository {
  constructor(private readonly database: Database) {}

  all(): Promise<StoredList[]> {
    return this.database.orm.select().from(osintLists);
  }

  async find(name: string): Promise<StoredList | undefined> {
    const [row] = await this.database.orm.select().from(osintLists).where(eq(osintLists.name, name));
    return row;
  }

  /** Stores the state after a replacement; the revision increases by one. */
  async replaced(list: Omit<StoredList, 'revision'>): Promise<void> {
    const { name: _, ...changed } = list;
    await this.database.orm
      .insert(osintLists)
      .values({ ...list, revision: 1 })
      .onConflictDoUpdate({ target: osintLists.name, set: { ...changed, revision: sql`${osintLists.revision} + 1` } });
  }

  async checked(name: string, at: Date): Promise<void> {
    await this.database.orm.update(osintLists).set({ checkedAt: at }).where(eq(osintLists.name, name));
  }

  async remove(name: string): Promise<void> {
    await this.database.orm.delete(osintLists).where(eq(osintLists.name, name));
  }
}
