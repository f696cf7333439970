import { filesEnding, valuesOf } from '../../../../wiring/discover-files.js';
import { alertQuestions } from './alert-questions.js';
import { draftQuestion } from './draft-question.js';
import { geofenceQuestions } from './geofence-questions.js';
import { mapQuestions } from './map-questions.js';
import { marketQuestions } from './market-questions.js';
import { newsQuestions } from './news-questions.js';
import { portfolioQuestions } from './portfolio-questions.js';
import type { QuestionType } from './question-type.js';
import { scheduleQuestion } from './schedule-question.js';
import { whyQuestion } from './why-question.js';

/** The kinds whose answers list records: every export of a `*.kinds.ts` file is a list of them. */
const recordKinds = (await Promise.all(filesEnding('.kinds.js').map(valuesOf))).flat() as QuestionType[][];

/** All kinds of questions that the composer answers. */
export const questionTypes: readonly QuestionType[] = [
  ...marketQuestions,
  whyQuestion,
  ...mapQuestions,
  ...geofenceQuestions,
  ...alertQuestions,
  draftQuestion,
  scheduleQuestion,
  ...newsQuestions,
  ...portfolioQuestions,
  ...recordKinds.flat(),
];
