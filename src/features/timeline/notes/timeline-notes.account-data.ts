import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { TimelineNoteDto } from './timeline-note.dto.js';
import { TimelineNotes } from './timeline-notes.service.js';

/** The timeline notes of an account. */
@Service()
export class TimelineNotesData extends AccountData {
  readonly section = 'timelineNotes';
  readonly description = 'Notes that the account wrote in the timeline.';
  readonly item = TimelineNoteDto;

  constructor(private readonly notes: TimelineNotes) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.notes.list(accountId, this.maxItems)).map(TimelineNoteDto.from);
  }
}
