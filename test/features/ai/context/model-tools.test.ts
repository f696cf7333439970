import test from 'ava';
import { toolsFor, toolTokens } from '../../../../src/features/ai/context/model-tools.js';
import type { ModelTool } from '../../../../src/features/ai/models/chat-model.js';
import type { Tool } from '../../../../src/features/ai/tools/tool.js';

const tool = (name: string, description: string, inputSchema: object = { type: 'object' }): Tool => ({
  name,
  title: 'Reads',
  description,
  operationId: 'read',
  readOnly: true,
  inputSchema,
  outputSchema: null,
});

test('a schema is sent without what only the operation checks, and its values are sent whole', (t) => {
  const value = { title: 'kept', pattern: 'kept' };
  const [sent] = toolsFor(
    [
      tool('read_things', 'Reads things.', {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: {
          title: { type: 'string', title: 'Title', minLength: 1, pattern: '^a', enum: ['a', 'b'], default: 'a' },
          filter: { type: 'object', default: value, const: value, enum: [value], description: 'A filter.' },
        },
        $defs: { pattern: { type: 'array', maxItems: 3, items: [{ type: 'number', format: 'double' }] } },
      }),
    ],
    'things',
    10_000,
  ).tools;
  t.deepEqual(sent?.inputSchema, {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string', enum: ['a', 'b'], default: 'a' },
      filter: { type: 'object', default: value, const: value, enum: [value], description: 'A filter.' },
    },
    $defs: { pattern: { type: 'array', items: [{ type: 'number' }] } },
  });
});

test('descriptions keep the sentences that fit: 300 characters of a tool, 120 of a field', (t) => {
  const described = (text: string, ofField: string) => {
    const schema = { type: 'object', properties: { a: { description: ofField } } };
    const [sent] = toolsFor([tool('a', text, schema)], '', 100_000).tools;
    const { description, inputSchema } = sent as ModelTool;
    return [description, (inputSchema as typeof schema).properties.a.description];
  };
  // The title and a space are eight characters of the description.
  const whole = ['x'.repeat(293), 'y'.repeat(120)] as const;
  t.deepEqual(described(...whole), [`Reads. ${whole[0]}`, whole[1]]);
  t.deepEqual(described('x'.repeat(294), 'y'.repeat(121)), ['Reads.', `${'y'.repeat(119)}…`]);
  t.deepEqual(described('One. Two.', `One thing. ${'y'.repeat(110)}`), ['Reads. One. Two.', 'One thing.']);
});

test('tools take at most 40 % of the tokens: those with words of the question first, then the shortest', (t) => {
  const tools = [
    tool('find_ships', 'Finds ships near a place, with their speed and course.'),
    tool('quote', 'Reads quotes.'),
    tool('find_news', 'Finds news of a symbol or a place in a range of time.'),
  ];
  const costs = toolsFor(tools, '', 100_000).tools.map(toolTokens);
  const [ships, quote, news] = costs as [number, number, number];
  const chosen = (question: string, tokens: number) => {
    const { tools: sent, leftOut } = toolsFor(tools, question, tokens / 0.4);
    return [sent.map(({ name }) => name), leftOut];
  };
  t.deepEqual(chosen('', ships + quote + news), [['find_ships', 'quote', 'find_news'], 0]);
  t.deepEqual(chosen('Which ships have a high speed?', ships), [['find_ships'], 2]);
  t.deepEqual(chosen('Which ships have a high speed?', ships - 1), [['quote'], 2]);
  t.deepEqual(chosen('Hello', quote), [['quote'], 2]);
});
