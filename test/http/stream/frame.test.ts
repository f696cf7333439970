import test from 'ava';
import { framedOnce, frameOf, openingFrame } from '../../../src/http/stream/frame.js';
import { FrameParser } from '../../support/event-source.js';
import fc from '../../support/properties.js';

const hostile = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\u2028',
  '\u2029',
  '\uFEFF',
  ':',
  ' ',
  'data: x',
  'id: 7',
  'event: y',
  'retry: 1',
  '\n\n',
  '€',
  '😀',
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { maxLength: 20 })
  .map((parts) => parts.join(''));
const word = text.filter((value) => !/[\r\n\0]/.test(value));

/** Returns the messages that a client reads from the frames, which arrive in pieces of the given size. */
function parsed(bytes: Buffer, size: number) {
  const parser = new FrameParser();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const events = [];
  for (let at = 0; at < bytes.length; at += size)
    events.push(...parser.push(decoder.decode(bytes.subarray(at, at + size), { stream: true })));
  return events;
}

test('any text arrives as it was sent, with LF line ends, however it is split', (t) => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 30 }), (texts, size) => {
      const frames = Buffer.concat([openingFrame(3000), ...texts.map((data) => frameOf({ data }))]);
      t.deepEqual(
        parsed(frames, size).map(({ data }) => data),
        texts.map((data) => data.replace(/\r\n?/g, '\n')),
      );
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('any JSON arrives as it was sent, with its name and id', (t) => {
  fc.assert(
    fc.property(fc.object({ withNullPrototype: false }), word, word, (data, id, event) => {
      const sent = JSON.parse(JSON.stringify(data)) as object;
      const [received, ...others] = parsed(Buffer.concat([openingFrame(1), frameOf({ id, event, data: sent })]), 7);
      t.deepEqual(JSON.parse(received?.data ?? ''), sent);
      t.deepEqual([received?.id, received?.event], [id, event || 'message']);
      t.deepEqual(others, []);
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('ids and names cannot add fields or frames', (t) => {
  for (const end of ['\r', '\n', '\r\n']) {
    t.throws(() => frameOf({ id: `1${end}data: forged`, data: '' }), { instanceOf: RangeError, message: /^The id/ });
    t.throws(() => frameOf({ event: `a${end}${end}data: forged`, data: '' }), {
      instanceOf: RangeError,
      message: /^The name/,
    });
  }
  t.throws(() => frameOf({ id: 'a\0b', data: '' }), { instanceOf: RangeError, message: /^The id/ });
  // These characters are not line ends here, although other formats treat them as such.
  t.deepEqual(parsed(frameOf({ id: '1\u2028data: x', event: 'a\u2029', data: 'b\u2028c' }), 5), [
    { id: '1\u2028data: x', event: 'a\u2029', data: 'b\u2028c' },
  ]);
});

test('empty text is an event, and the id of an earlier event is kept', (t) => {
  t.deepEqual(parsed(Buffer.concat([frameOf({ id: '7', data: 'x' }), frameOf({ data: '' })]), 100), [
    { id: '7', event: 'message', data: 'x' },
    { id: '7', event: 'message', data: '' },
  ]);
});

test('an item is formatted once, however many streams receive it', (t) => {
  let made = 0;
  const toFrame = framedOnce((item: { text: string }) => {
    made += 1;
    return { data: item.text };
  });
  const item = { text: 'tea' };
  t.is(toFrame(item), toFrame(item));
  t.is(toFrame({ text: 'tea' }).toString(), 'data: tea\n\n');
  t.is(made, 2);
});
