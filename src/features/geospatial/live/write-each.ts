import { setImmediate } from 'node:timers/promises';

const A_TURN = 2_000;

/** Each item as text. Between thousands of them the event loop gets its turn. */
export async function writeEach<Item>(items: readonly Item[], write: (item: Item) => string): Promise<string[]> {
  const texts: string[] = [];
  for (const [index, item] of items.entries()) {
    if (index % A_TURN === A_TURN - 1) await setImmediate();
    texts.push(write(item));
  }
  return texts;
}
