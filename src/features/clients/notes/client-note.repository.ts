import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, getTableColumns } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { clientNotes, clients } from '../clients.schema.js';
import type { ClientNote } from './client-note.js';

const of = (clientId: string, id: string) => and(eq(clientNotes.id, id), eq(clientNotes.clientId, clientId));

/** Stores notes on clients. Callers check that the client belongs to the account. */
@Service()
export class ClientNoteRepository {
  constructor(private readonly database: Database) {}

  async find(clientId: string, id: string): Promise<ClientNote | undefined> {
    const [row] = await this.database.orm.select().from(clientNotes).where(of(clientId, id));
    return row;
  }

  /** Lists notes by creation, after the note `after`. */
  list(clientId: string, limit: number, after?: string, order: Order = 'asc'): Promise<ClientNote[]> {
    return this.database.orm
      .select()
      .from(clientNotes)
      .where(and(eq(clientNotes.clientId, clientId), afterKey(clientNotes.id, order, after)))
      .orderBy(inOrder(clientNotes.id, order))
      .limit(limit);
  }

  /** Lists the notes on all clients of an account. */
  ofAccount(accountId: string, limit: number): Promise<ClientNote[]> {
    return this.database.orm
      .select(getTableColumns(clientNotes))
      .from(clientNotes)
      .innerJoin(clients, eq(clients.id, clientNotes.clientId))
      .where(eq(clients.accountId, accountId))
      .orderBy(asc(clientNotes.id))
      .limit(limit);
  }

  count(clientId: string): Promise<number> {
    return this.database.orm.$count(clientNotes, eq(clientNotes.clientId, clientId));
  }

  async insert(note: ClientNote): Promise<void> {
    await this.database.orm.insert(clientNotes).values(note);
  }

  async replace({ id, title, text, version, updatedAt }: ClientNote): Promise<void> {
    await this.database.orm.update(clientNotes).set({ title, text, version, updatedAt }).where(eq(clientNotes.id, id));
  }

  async remove(clientId: string, id: string): Promise<void> {
    await this.database.orm.delete(clientNotes).where(of(clientId, id));
  }
}
