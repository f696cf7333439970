import test from 'ava';
import { DataFence } from '../../../src/features/ai/context/data-fence.js';
import { buildPrompt, type PromptInput } from '../../../src/features/ai/context/prompt.js';

/** Data of `tokens` estimated tokens: three bytes each. */
const data = (tokens: number) => 'x'.repeat(3 * tokens);
const promptOf = (input: Partial<PromptInput>) =>
  buildPrompt(
    {
      question: 'How is it?',
      earlier: [],
      blocks: [],
      tools: [],
      now: new Date('2026-11-21T10:00:00Z'),
      timeZone: 'UTC',
      maxTokens: 10_000,
      ...input,
    },
    new DataFence('mark'),
  );

test('a block of context may take 15 % of the tokens; a longer one is cut, which is stated', (t) => {
  t.deepEqual(promptOf({ blocks: [{ name: 'portfolio', text: data(1_500) }] }).cut, []);
  const { messages, cut } = promptOf({ blocks: [{ name: 'portfolio', text: data(1_501) }] });
  t.is(cut.length, 1);
  const shown = Number(/^The context `portfolio` was cut to (\d+) of 4503 characters\.$/.exec(cut[0] ?? '')?.[1]);
  t.true(shown > 3_500 && shown <= 4_500, String(shown));
  t.true(messages.some(({ content }) => content.includes(`\n${'x'.repeat(shown)}\n</data-mark>`)));
});

test('blocks and earlier questions that do not fit into 70 % of the tokens are left out, the oldest first', (t) => {
  const blocks = ['one', 'two', 'three', 'four', 'five'].map((name) => ({ name, text: data(1_500) }));
  const { cut, tokens } = promptOf({ blocks });
  t.deepEqual(cut, ['The context `five` was left out.']);
  t.true(tokens <= 7_000, String(tokens));
  const earlier = ['first', 'second', 'third'].map((question) => ({ question, answer: data(3_000) }));
  const turns = promptOf({ earlier });
  t.deepEqual(turns.cut, ['The oldest 1 of 3 earlier questions were left out.']);
  t.deepEqual(
    turns.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
    ['second', 'third', 'How is it?'],
  );
});
