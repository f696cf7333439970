import 'reflect-metadata';
import test from 'ava';
import { authorsQuestions, developmentQuestions, frozenQuestions } from '../../../support/ai-world.js';
import { scoreOf, scoreText } from '../../../support/question-score.js';

test('questions of authors that the rules were fitted on are understood', async (t) => {
  const score = await scoreOf([...authorsQuestions, ...developmentQuestions], (one, { outcome, reason }) =>
    t.log(`${one.author} ${one.kind}: ${one.question} → ${outcome}, ${reason}`),
  );
  t.log(`fitted authors: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.9);
  t.true(score.wrong / score.all <= 0.02);
});

test('questions of authors to which nothing was fitted are understood', async (t) => {
  // Only the score is printed: the composer would be fitted to any frozen question that its authors read.
  const score = await scoreOf(frozenQuestions);
  t.log(`frozen authors: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.79);
  t.true(score.wrong / score.all <= 0.03);
});
