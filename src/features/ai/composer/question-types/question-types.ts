import { filesEnding, valuesOf } from '../../../../wiring/discover-files.js';
import { draftQuestion } from './draft-question.js';
import type { QuestionType } from './question-type.js';
import { scheduleQuestion } from './schedule-question.js';
import { whyQuestion } from './why-question.js';

const files = [...filesEnding('-questions.js'), ...filesEnding('.kinds.js')];

/** Returns the kinds in the files with an ending: each list that they export is a list of kinds. */
async function kindsIn(ending: string): Promise<QuestionType[]> {
  const values = (await Promise.all(files.filter((file) => file.endsWith(ending)).map(valuesOf))).flat();
  return values.filter((value): value is QuestionType[] => Array.isArray(value)).flat();
}

/**
 * All kinds of questions that the composer answers; the answers of those in `*.kinds.ts` list records. Equally likely
 * kinds are offered in this order.
 */
export const questionTypes: readonly QuestionType[] = [
  ...(await kindsIn('market-questions.js')),
  whyQuestion,
  ...(await kindsIn('map-questions.js')),
  ...(await kindsIn('geofence-questions.js')),
  ...(await kindsIn('alert-questions.js')),
  draftQuestion,
  scheduleQuestion,
  ...(await kindsIn('news-questions.js')),
  ...(await kindsIn('portfolio-questions.js')),
  ...(await kindsIn('.kinds.js')),
];
