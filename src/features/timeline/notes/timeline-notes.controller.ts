import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import {
  NewTimelineNoteDto,
  TimelineNoteChangesDto,
  TimelineNoteDto,
  TimelineNotePageDto,
} from './timeline-note.dto.js';
import { TimelineNotes } from './timeline-notes.records.js';

const path = '/timeline/notes';

@Service()
@Authorized()
@JsonController(path)
export class TimelineNotesController extends OwnedController<TimelineNotes> {
  constructor(notes: TimelineNotes, cursors: CursorCodec) {
    super(notes, cursors, { path, list: 'timeline-notes', from: TimelineNoteDto.from });
  }

  @ListOwned({ summary: 'List your timeline notes', returns: TimelineNotePageDto })
  listTimelineNotes(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a timeline note',
    description:
      'Adds a private note to your timeline, as the event `timeline.note`. Notes are kept until you delete them.',
    returns: TimelineNoteDto,
  })
  createTimelineNote(caller: Caller, input: NewTimelineNoteDto) {
    return this.created(caller, input);
  }

  @GetOwned({ summary: 'Get a timeline note', description: 'Returns one of your notes.', returns: TimelineNoteDto })
  getTimelineNote(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a timeline note',
    description:
      'Updates the fields you send. A changed note is a new event in the timeline, which replaces the one ' +
      'before. `version` rises only if something changed.',
    returns: TimelineNoteDto,
  })
  updateTimelineNote(caller: Caller, id: string, changes: TimelineNoteChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a timeline note', description: 'Deletes the note and its event permanently.' })
  deleteTimelineNote(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
