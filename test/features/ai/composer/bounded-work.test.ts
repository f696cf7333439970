import 'reflect-metadata';
import test from 'ava';
import { MAX_TOKENS, tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { Vocabulary } from '../../../../src/features/ai/composer/language/vocabulary.js';
import { recognize } from '../../../../src/features/ai/composer/match-question.js';
import { corrected, spansIn, vocabulary } from '../../../../src/features/ai/composer/question-spans.js';
import { calendar, ownNames, type QuestionCase } from '../../../support/ai-world.js';
import { recognized } from '../../../support/question-score.js';

const questionContext = { calendar, own: ownNames, dates: [] };
/** Returns the number of reads of tokens while spans are found in a text. */
function looks(text: string): number {
  let count = 0;
  const tokens = new Proxy(tokensOf(text), {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  spansIn(tokens, questionContext);
  return count;
}

for (const piece of [
  '$ ',
  'year ',
  'month of ',
  'first week of ',
  'start of ',
  'last ',
  'London ',
  'strait of ',
  '3 November ',
  'between 3 and 5 ',
  'two hundred and ',
  'growth ',
  'half ',
  'the day after ',
  'over 100 dwt ',
  'bound for ',
])
  test(`the work for repetitions of "${piece.trim()}" grows with the length of the text, not with its square`, (t) => {
    const count = (words: number) => looks(piece.repeat(Math.ceil(words / piece.trim().split(' ').length)));
    const [short, long] = [count(50), count(200)];
    t.true(long <= short * 4.6, `${short} looks at 50 words, ${long} at 200`);
  });

test(`a text with more than ${MAX_TOKENS} words is not read`, async (t) => {
  const read = (count: number) => recognized({ question: 'Apple '.repeat(count) } as QuestionCase);
  t.true((await read(MAX_TOKENS)).spans.length > 0);
  t.deepEqual((await read(MAX_TOKENS + 1)).spans, []);
});

test('at most 16 words of a question are compared with the vocabulary', (t) => {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const words = Array.from({ length: 40 }, (_, index) => `q${letters[index % 20]}x${letters[(index * 7) % 20]}jq`);
  const compared: string[] = [];
  const { correct } = Vocabulary.prototype;
  vocabulary().correct = function (word: string) {
    compared.push(word);
    return correct.call(this, word);
  };
  t.teardown(() => {
    vocabulary().correct = correct;
  });
  corrected(tokensOf(words.join(' ')), [], ownNames);
  t.is(compared.length, 16);
  compared.length = 0;
  corrected(tokensOf(words.slice(0, 15).join(' ')), [], ownNames);
  t.is(compared.length, 15);
});

test('at most 12 names of vessels are searched for in a question of foreign words', async (t) => {
  const searched: string[] = [];
  await recognize({
    text: 'zqvx wqzk vxqj kzqw jqxv qzwk xvqz wkzq vqjx zkqw near qwzx kvqz xjqw zvqk wqxz kqzv near jxqz vqwk zqxv',
    questionContext,
    names: {
      vessels: async (phrase) => {
        searched.push(phrase);
        return [];
      },
    },
    implied: [],
  });
  t.is(searched.length, 12);
});
