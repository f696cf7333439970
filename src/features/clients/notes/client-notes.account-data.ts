import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ClientNoteDto } from './client-note.dto.js';
import { ClientNoteRepository } from './client-note.repository.js';

/** Exports the notes on an account's clients. */
@Service()
export class ClientNotesData extends AccountData {
  readonly section = 'clientNotes';
  readonly description = 'The notes on its clients.';
  readonly item = ClientNoteDto;

  constructor(private readonly notes: ClientNoteRepository) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.notes.ofAccount(accountId, this.maxItems)).map(ClientNoteDto.from);
  }
}
