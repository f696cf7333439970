import { ownTurn } from '../async/own-turn.js';
import { TextBuffer } from './text-buffer.js';

/** Characters written before the event loop gets its turn: a few milliseconds of work. */
export const TURN_CHARACTERS = 262_144;
/** Shorter lists are written at once. */
const MIN_ITEMS = 20;
/**
 * Characters and items that are written as JSON by one call: a call for each item would cost as much as what it writes.
 */
const CALL_CHARACTERS = 8_192;
const MAX_CALL_ITEMS = 128;

/**
 * Gathers a long answer. Its lists are written item by item, and between pieces of them the event loop gets its turn.
 */
export class ChunkedJsonWriter {
  private readonly text: TextBuffer;
  /** Characters since the last turn. */
  private written = 0;

  /** @param expectedBytes approximate length of the whole */
  constructor(expectedBytes?: number) {
    this.text = new TextBuffer(expectedBytes);
  }

  add(text: string): void {
    this.text.add(text);
    this.written += text.length;
  }

  /** Adds each item as text, separated by commas. */
  async addItems<Item>(items: readonly Item[], write: (item: Item) => string): Promise<void> {
    for (const [index, item] of items.entries()) {
      if (this.written >= TURN_CHARACTERS) {
        this.written = 0;
        await ownTurn();
      }
      if (index > 0) this.add(',');
      this.add(write(item));
    }
  }

  /** Adds each item as JSON, separated by commas. */
  async addJson(items: readonly unknown[]): Promise<void> {
    // Items of a list are about as long as each other.
    let itemLength = CALL_CHARACTERS;
    for (let index = 0, count = 0; index < items.length; index += count) {
      count = Math.max(1, Math.min(MAX_CALL_ITEMS, Math.floor(CALL_CHARACTERS / itemLength), items.length - index));
      if (this.written > 0 && this.written + count * itemLength > TURN_CHARACTERS) {
        this.written = 0;
        await ownTurn();
      }
      const json = JSON.stringify(items.slice(index, index + count)).slice(1, -1);
      if (index > 0) this.add(',');
      this.add(json);
      itemLength = Math.max(1, Math.ceil(json.length / count));
    }
  }

  /** Returns the collected bytes. Nothing may be added afterwards. */
  done(): Buffer {
    return this.text.done();
  }
}

/** Whether an answer has a list that may be long enough to be written in pieces. */
export function hasLongList(body: object): boolean {
  if ('toJSON' in body) return false;
  for (const name in body) {
    const value = (body as Record<string, unknown>)[name];
    if (Array.isArray(value) && value.length >= MIN_ITEMS) return true;
  }
  return false;
}

/** Returns the same JSON as `JSON.stringify(body)`, written in pieces. `body` has no `toJSON`. */
export async function writeInChunks(body: object): Promise<Buffer> {
  // Answers that are ready in the same turn are not written in the same turn.
  await ownTurn();
  const text = new ChunkedJsonWriter();
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const isList = Array.isArray(value);
    const whole = isList ? '[' : JSON.stringify(value);
    if (whole === undefined) continue;
    text.add(`${before}${JSON.stringify(name)}:${whole}`);
    before = ',';
    if (!isList) continue;
    await text.addJson(value);
    text.add(']');
  }
  text.add(before === '{' ? '{}' : '}');
  return text.done();
}
