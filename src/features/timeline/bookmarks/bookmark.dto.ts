import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { nullable, object, optional, text, uuid } from '../../../api/rules.js';
import { CloudEventDto } from '../../../events/event.dto.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Bookmark } from '../timeline.schema.js';

const note = () => nullable(text(0, 4_000));
const noteSentence = 'Your note on the event; null for no note.';
const noteExample = 'Compare with the outage of last week.';

@Dto('A new bookmark.')
export class NewBookmarkDto {
  @Field('The event, which you must be able to see.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  eventId!: string;

  @Field(noteSentence, optional(note()), { example: noteExample })
  note?: string | null;
}

@Dto('Changes to a bookmark (RFC 7396). Omitted fields are unchanged.')
export class BookmarkChangesDto {
  @Field(noteSentence, optional(note()), { example: noteExample })
  note?: string | null;
}

@Resource('An event that you marked.')
export class BookmarkDto extends ResourceDto {
  @Field('Id of the event that is marked.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  eventId!: string;

  @Field(noteSentence, note(), { example: noteExample })
  note!: string | null;

  @Field(
    'A copy of the event, which is kept when the timeline no longer holds the event.',
    object(() => CloudEventDto),
  )
  event!: CloudEventDto;

  static from(bookmark: Bookmark): BookmarkDto {
    return answerOf(BookmarkDto, { ...bookmark, event: CloudEventDto.from(bookmark.event) });
  }
}

export const BookmarkPageDto = pageOf(BookmarkDto, 'BookmarkPageDto', 'A page of bookmarks.');
