import { eventAnswers } from './event-answers.js';
import { mapAnswers } from './map-answers.js';
import { marketAnswers } from './market-answers.js';
import { portfolioAnswers } from './portfolio-answers.js';
import type { Template } from './template.js';
import { whyAnswers } from './why-answers.js';

/** The template of each kind of question, by the id of the kind. */
export const templates: Readonly<Record<string, Template>> = {
  ...marketAnswers,
  ...mapAnswers,
  ...eventAnswers,
  ...portfolioAnswers,
  ...whyAnswers,
};
