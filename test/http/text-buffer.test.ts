import test from 'ava';
import { TextBuffer } from '../../src/http/text-buffer.js';

test('the buffer returns the added texts in UTF-8, however long they become', (t) => {
  const texts = Array.from(
    { length: 3_000 },
    (_, index) => ['plain', 'Årø – Ærø', '🚢', '船', ''][index % 5] as string,
  );
  const buffer = new TextBuffer(1);
  for (const text of texts) buffer.add(text);
  t.is(buffer.done().toString(), texts.join(''));
});
