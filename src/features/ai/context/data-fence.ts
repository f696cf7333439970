import { randomBytes } from 'node:crypto';

/**
 * Invisible characters that affect how a text is read: control characters except tab and line feed, zero-width
 * characters, direction marks, variation selectors, fillers, and the tags U+E0000 to U+E007F, in which whole sentences
 * can be hidden.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Returns a text without invisible characters and lone surrogates. */
export const visibleText = (text: string): string => text.toWellFormed().replace(INVISIBLE, '');

/**
 * Marks data in a prompt, so that a model can distinguish it from instructions. The mark is random for each answer and
 * is removed from data, so that data cannot end its own block.
 */
export class DataFence {
  readonly mark: string;

  constructor(mark: string = randomBytes(8).toString('hex')) {
    this.mark = mark;
  }

  /** Encloses data in marks. @param source name of its origin, which must be trusted */
  wrap(source: string, data: string): string {
    return `<data-${this.mark} source="${source}">\n${visibleText(data).replaceAll(this.mark, '?')}\n</data-${this.mark}>`;
  }
}
