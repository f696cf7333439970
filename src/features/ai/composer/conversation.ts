import type { Part } from './answer-writer.service.js';
import { tokensOf } from './language/tokens.js';
import type { QuestionInput, Understanding } from './match-question.js';
import { keptSpans, type Memory } from './memory.js';
import { preparedTypes, spansIn } from './question-spans.js';
import type { Reading } from './question-types/parse-question.js';
import { isComplete, readAs } from './question-types/parse-question.js';

const LEAD =
  /^(?:and|also|what about|how about|and what about|and how about|the same for|same for|same with|and for|now for|now|for|or)\b[\s,:]*/i;
const MAX_FOLLOW_UP_TOKENS = 12;
const MAX_JOINTS = 6;

/**
 * Reads a short question such as `and MSFT?` as the kind of the previous question. Values that the short question does
 * not name are taken from the previous question.
 */
export function asFollowUp(text: string, asked: Omit<QuestionInput, 'text'>, memory: Memory): Reading | undefined {
  const kind = preparedTypes().find(({ id }) => id === memory.kind);
  if (kind === undefined) return undefined;
  const tokens = tokensOf(text.replace(LEAD, ''));
  if (tokens.length === 0 || tokens.length > MAX_FOLLOW_UP_TOKENS) return undefined;
  const candidates = spansIn(tokens, asked.questionContext);
  const named = readAs(kind, tokens, candidates, asked.questionContext.calendar);
  if (named.spans.length === 0 || named.unexplained.length > 0) return undefined;
  const types = new Set(named.spans.map(({ type }) => type));
  // A moment replaces a period of the previous question, and a period replaces a moment.
  if (types.has('moment')) types.add('period');
  if (types.has('period')) types.add('moment');
  const reading = readAs(
    kind,
    tokens,
    candidates,
    asked.questionContext.calendar,
    keptSpans(memory).filter(({ type }) => !types.has(type)),
    true,
  );
  return isComplete(reading) && reading.ambiguous.length === 0 ? reading : undefined;
}

/**
 * Splits two questions that are joined by `and` or punctuation if each can be answered by itself. The second may refer
 * to the values of the first.
 */
export async function asParts(
  text: string,
  asked: Omit<QuestionInput, 'text'>,
  understand: (part: QuestionInput) => Promise<Understanding>,
): Promise<Part[] | undefined> {
  const joints = [...text.matchAll(/\s*(?:,?\s+and\s+(?:also\s+)?|;\s*|\?\s+(?:and\s+)?|\.\s+)/gi)].slice(
    0,
    MAX_JOINTS,
  );
  for (const { index, 0: joint } of joints) {
    const first = await understand({ ...asked, text: text.slice(0, index) });
    if (first.type !== 'answer' || first.left !== undefined || first.reading.cueScore === 0) continue;
    const about = first.reading.spans.map((span) => ({ ...span, from: 0, to: 0 }));
    const second = await understand({
      ...asked,
      text: text.slice(index + joint.length),
      implied: [...about, ...asked.implied],
    });
    if (second.type === 'answer' && second.left === undefined && second.reading.cueScore > 0) return [first, second];
  }
  return undefined;
}
