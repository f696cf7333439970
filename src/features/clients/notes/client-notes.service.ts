import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { ClientsConfig } from '../clients.config.js';
import { ClientsService } from '../clients.records.js';
import type { ClientNote } from './client-note.js';
import { ClientNoteRepository } from './client-note.repository.js';

/** Changes of a note. Omitted fields are unchanged. */
export type NoteChanges = Partial<Pick<ClientNote, 'title' | 'text'>>;

/** Manages the notes on an account's clients. */
@Service()
export class ClientNotes {
  constructor(
    private readonly clients: ClientsService,
    private readonly repository: ClientNoteRepository,
    private readonly database: Database,
    private readonly config: ClientsConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns a note. @throws Problem `not_found` */
  async get(accountId: string, clientId: string, id: string): Promise<ClientNote> {
    await this.clients.get(accountId, clientId);
    return found(await this.repository.find(clientId, id));
  }

  /** Lists notes by creation, after the note `after`. @throws Problem `not_found` */
  async list(accountId: string, clientId: string, limit: number, after?: string, order?: Order): Promise<ClientNote[]> {
    await this.clients.get(accountId, clientId);
    return this.repository.list(clientId, limit, after, order);
  }

  /** Creates a note. @throws Problem `not_found`, `quota_reached` */
  create(
    accountId: string,
    clientId: string,
    { title, text = null }: NoteChanges & { title: string },
  ): Promise<ClientNote> {
    const now = new Date(this.clock.now());
    const note: ClientNote = { id: uuidV7(), clientId, title, text, version: 1, createdAt: now, updatedAt: now };
    return this.database.transaction(async () => {
      await this.clients.hold(accountId, clientId);
      const limit = this.config.notes;
      if ((await this.repository.count(clientId)) >= limit)
        throw new Problem('quota_reached', { detail: `A client has at most ${limit} notes here.` });
      await this.repository.insert(note);
      return note;
    });
  }

  /**
   * Changes a note. The version increases only if something changed.
   * @throws Problem `not_found`, `precondition_failed`
   */
  change(
    accountId: string,
    clientId: string,
    id: string,
    { title, text }: NoteChanges,
    ifMatch?: string,
  ): Promise<ClientNote> {
    return this.database.transaction(async () => {
      const current = await this.held(accountId, clientId, id, ifMatch);
      const after = { title: title ?? current.title, text: text === undefined ? current.text : text };
      if (after.title === current.title && after.text === current.text) return current;
      const next = { ...current, ...after, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Deletes a note. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, clientId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.held(accountId, clientId, id, ifMatch);
      await this.repository.remove(clientId, id);
    });
  }

  /** Locks the client, which protects its notes too, and returns the note. */
  private async held(
    accountId: string,
    clientId: string,
    id: string,
    ifMatch: string | undefined,
  ): Promise<ClientNote> {
    await this.clients.hold(accountId, clientId);
    const note = found(await this.repository.find(clientId, id));
    assertVersion(ifMatch, note);
    return note;
  }
}

function found(note: ClientNote | undefined): ClientNote {
  if (note === undefined) throw new Problem('not_found', { detail: 'The client has no note with this id.' });
  return note;
}
