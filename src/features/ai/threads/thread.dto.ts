import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { flag, line, optional, text } from '../../../api/rules.js';
import { OldestFirstQuery, pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Thread } from './thread.js';

const title = () => text(1, 200);
const example = 'Tankers near Hormuz';

@Dto('A new thread.')
export class NewAiThread {
  @Field('The title. Omitted, it is made from the first question.', optional(line(1, 200)), { example })
  title?: string;
}

@Dto('Changes to a thread (RFC 7396). Omitted fields are unchanged.')
export class AiThreadChanges {
  @Field('The title. From now on it is no longer made from the first question.', optional(line(1, 200)), { example })
  title?: string;
}

@Resource('A conversation: questions and answers that follow each other.', {
  updatedAt: 'When it was renamed or a question was asked (UTC), whichever was later.',
  version: 'Increases by one with every change and every question; part of the ETag.',
})
export class AiThread extends ResourceDto {
  @Field('Name of the thread in lists.', title(), { example })
  title!: string;

  @Field('True when the title is made from the first question, false when you set it.', flag(), { example: false })
  titleGenerated!: boolean;

  static from({ isTitleOwn, ...thread }: Thread): AiThread {
    return answerOf(AiThread, { ...thread, titleGenerated: !isTitleOwn });
  }
}

export const AiThreadPage = pageOf(AiThread, 'AiThreadPage', 'A page of threads.');

@Dto('The threads to list.')
export class AiThreadQuery extends OldestFirstQuery {
  @Field(
    'Words that the title or a message must have, 1 to 16; longer words also match as the beginning of a word, ' +
      '"…" is a phrase and - excludes a word.',
    optional(text(1, 200)),
    { isWithoutExample: true },
  )
  q?: string;
}
