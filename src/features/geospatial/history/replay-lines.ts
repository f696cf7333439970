import { Readable } from 'node:stream';

/**
 * Items as lines of JSON, made as they are read. What goes wrong midway becomes the last line: the status has been sent by then.
 * @param onError what to write for an error
 */
export function lineStream<Item>(items: AsyncIterable<Item>, toLine: (item: Item) => object, onError: (error: unknown) => object): Readable {
  async function* lines(): AsyncGenerator<string, void> {
    try {
      for await (const item of items) yield `${JSON.stringify(toLine(item))}\n`;
    } catch (error) {
      yield `${JSON.stringify(onError(error))}\n`;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
