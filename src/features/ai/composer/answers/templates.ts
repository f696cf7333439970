import { eventAnswers } from './event-answers.js';
import { mapAnswers } from './map-answers.js';
import { marketAnswers } from './market-answers.js';
import { portfolioAnswers } from './portfolio-answers.js';
import type { Template } from './template.js';
import { whyAnswers } from './why-answers.js';

/** Templates by the id of the kind of question. */
export const templates: Readonly<Record<string, Template>> = {
  ...marketAnswers,
  ...mapAnswers,
  ...eventAnswers,
  ...portfolioAnswers,
  ...whyAnswers,
};
