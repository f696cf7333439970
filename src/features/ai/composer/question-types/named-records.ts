import type { QuestionType } from './question-type.js';
import { type RecordKind, recordQuestion } from './record-question.js';

/** Declares a list of records of the user's own that have a name. */
export const namedRecords = (
  id: string,
  things: string,
  subject: string,
  tool: string,
  columns: RecordKind['rows']['columns'],
  examples: RecordKind['examples'],
  further: { also?: string; can?: string } = {},
): QuestionType =>
  recordQuestion({
    id,
    subject,
    tool,
    examples,
    rows: { things, list: 'items', columns },
    can: further.can ?? `list your ${things}`,
    also: further.also,
  });
