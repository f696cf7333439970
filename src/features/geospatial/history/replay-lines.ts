import { Readable } from 'node:stream';
import { writtenInPieces } from '../../../http/written-in-pieces.js';

/**
 * Items as lines of JSON, written in pieces as they are read. An error midway becomes the last line: the status has been sent by then.
 * @param onError returns what to write for an error
 */
export function lineStream<Item>(items: AsyncIterable<Item>, toLine: (item: Item) => object, onError: (error: unknown) => object): Readable {
  async function* lines(): AsyncGenerator<Buffer | string, void> {
    try {
      for await (const item of items) {
        yield await writtenInPieces(toLine(item));
        yield '\n';
      }
    } catch (error) {
      yield `${JSON.stringify(onError(error))}\n`;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
