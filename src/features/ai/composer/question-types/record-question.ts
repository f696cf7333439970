import type { Period, SpanType } from '../spans/span.js';
import type { QuestionInput, QuestionType, RecordRows, SlotRule } from './question-type.js';
import { given } from './question-type.js';

/** Words of questions about any records, which do not restrict them. */
const ANY_RECORDS =
  'list|lists|all|any|my|our|mine|own|current|currently|now|today|latest|last|recent|recently|lately|newest|new|next|upcoming|' +
  'soon|coming|configured|set|up|saved|stored|existing|exist|exists|available|there|still|far|so|details|info|' +
  'information|data|overview|summary|figures|numbers|record|records|recorded|registered|known|reported|listed|' +
  'number|count|many|much|name|names|kind|of|for|in|at|on|to|from|by|with|off|near|around|outside|and|me|i|we|you|' +
  'do|does|did|is|are|was|were|has|have|had|been|get|got|see|look|looking|made|make|take|took|happen|happened|it|' +
  'pls|plz|pl|u|r|ur|status|state|open|active|right|currently|company|firm|stock|share|shares|ship|vessel|port|' +
  'portfolio|account|client|report|reports|reported|long|big|high|large|say|says|said|as|per|through|within|during|previous|prior|past|earlier|pull|dig|sitting|sits|lying|please|up';

/** Declares a kind of question whose answer lists the records of an operation. */
export interface RecordKind {
  id: string;
  can: string;
  examples: readonly [string, string, string];
  subject: string;
  cues?: string;
  also?: string;
  unapplied?: string;
  slots?: Partial<Record<SpanType, SlotRule>>;
  tool: string;
  rows: RecordRows;
  arguments?(input: QuestionInput): Record<string, unknown>;
  /** Template of the answer, if another kind has one that fits. */
  template?: string;
  /** Subject of the answer, if no value of the question names it. */
  about?(input: QuestionInput): Record<string, unknown>;
}

type Further = Pick<
  QuestionType,
  'needs' | 'holds' | 'accepts' | 'ignores' | 'future' | 'text' | 'isName' | 'askAs'
> & {
  each?(input: QuestionInput): NonNullable<ReturnType<QuestionType['plan']>[number]['each']>;
};

/** Returns the kind of question of records, with words that questions about all records have. */
export function recordQuestion(kind: RecordKind, { each, ...further }: Further = {}): QuestionType {
  const { tool, arguments: argumentsOf, about, template, slots = {}, cues = '', also, ...rest } = kind;
  return {
    ...rest,
    ...further,
    cues,
    slots,
    also: also === undefined ? ANY_RECORDS : `${ANY_RECORDS}|${also}`,
    plan: (input) => [
      {
        tool,
        arguments: given(argumentsOf?.(input) ?? {}),
        ...(about !== undefined && { about: given(about(input)) }),
        ...(template !== undefined && { template }),
        ...(each !== undefined && { each: each(input) }),
      },
    ],
  };
}

/** Returns `from` and `to` of a period as days. */
export const dayRange = (one: Period | undefined): { from?: string; to?: string } => ({
  ...(one?.from !== undefined && one.firstDay !== undefined && { from: one.firstDay }),
  ...(one?.to !== undefined && one.endDay !== undefined && { to: one.endDay }),
});

/** Returns the value of the first pattern that the words of a question match, as a list; empty without one. */
export const firstOf = (words: string, table: ReadonlyArray<readonly [RegExp, string]>): string[] =>
  table
    .filter(([pattern]) => pattern.test(words))
    .slice(0, 1)
    .map(([, value]) => value);
