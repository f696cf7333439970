import { randomBytes } from 'node:crypto';

/**
 * Characters that change how a text is read without being seen: controls but for tab and line feed, zero-width
 * characters, marks of direction, variation selectors, fillers, and the tags U+E0000 to U+E007F, in which whole
 * sentences can be hidden.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** A text without invisible characters and lone surrogates. */
export const visibleText = (text: string): string => text.toWellFormed().replace(INVISIBLE, '');

/**
 * Marks data in a prompt, so that a model can distinguish it from instructions. The mark is random for each answer, and
 * texts that contain it lose it, so data cannot end its own block.
 */
export class DataFence {
  readonly mark: string;

  constructor(mark: string = randomBytes(8).toString('hex')) {
    this.mark = mark;
  }

  /** @param source where the data is from, of our own making */
  wrap(source: string, data: string): string {
    return `<data-${this.mark} source="${source}">\n${visibleText(data).replaceAll(this.mark, '?')}\n</data-${this.mark}>`;
  }
}
