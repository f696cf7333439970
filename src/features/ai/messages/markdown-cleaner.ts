/** Maximum length of a Markdown construct, in characters; a longer text is not treated as one. */
const MAX_CONSTRUCT = 1_000;

/** The number of characters read, and the clean text for them. */
interface Read {
  length: number;
  clean: string;
}

/**
 * Cleans a text that arrives in pieces. A construct that may continue in the next piece is held back, at most
 * `MAX_CONSTRUCT` characters.
 */
abstract class PieceCleaner {
  private kept = '';

  /** Characters with which a construct may begin. */
  protected abstract readonly sign: RegExp;

  /**
   * Reads the construct at the beginning of `text`, which has at most `MAX_CONSTRUCT` characters.
   * @param isWhole whether the text is complete or has this maximum length
   * @returns undefined if more text is needed to decide
   */
  protected abstract read(text: string, isWhole: boolean): Read | undefined;

  /** Returns clean text for output. @param isReplaced whether it differs from the text that was read */
  protected abstract write(clean: string, isReplaced: boolean): string;

  push(text: string): string {
    return this.run(this.kept + text, false);
  }

  end(): string {
    return this.run(this.kept, true);
  }

  private run(text: string, isEnd: boolean): string {
    let clean = '';
    let at = 0;
    while (at < text.length) {
      const distance = text.slice(at).search(this.sign);
      const next = distance < 0 ? text.length : at + distance;
      clean += this.write(text.slice(at, next), false);
      at = next;
      if (at === text.length) break;
      const window = text.slice(at, at + MAX_CONSTRUCT);
      const read = this.read(window, isEnd || window.length === MAX_CONSTRUCT);
      if (read === undefined) break;
      clean += this.write(read.clean, read.clean !== text.slice(at, at + read.length));
      at += read.length;
    }
    this.kept = text.slice(at);
    return clean;
  }
}

/** An HTML tag, comment, declaration or processing instruction. */
const TAG = /^<(?:\/?[A-Za-z][^<>]*|!--(?:[^-]|-(?!->))*--|![A-Za-z[][^<>]*|\?[^<>]*)>/;
const UNFINISHED_TAG = /^<(?:[!?/]?|[!?/]?[A-Za-z[][^<>]*|\?[^<>]*|!--?|!--[\s\S]*)$/;
const BRACKETED_LINK = /^<((?:https?:\/\/|mailto:)[^\s<>]+)>$/i;
/** A `<` that cannot begin a tag, even if text after it is removed. */
const COMPARISON = /^<[\s\d=]/;

/**
 * Removes HTML tags; a `<` stays only if no tag can begin with it. A link in angle brackets is kept without the
 * brackets.
 */
class TagCleaner extends PieceCleaner {
  protected readonly sign = /</;

  protected read(text: string, isWhole: boolean): Read | undefined {
    if (COMPARISON.test(text)) return { length: 1, clean: '<' };
    const [tag] = TAG.exec(text) ?? [];
    if (tag !== undefined) return { length: tag.length, clean: BRACKETED_LINK.exec(tag)?.[1] ?? '' };
    return !isWhole && UNFINISHED_TAG.test(text) ? undefined : { length: 1, clean: '&lt;' };
  }

  protected write(clean: string): string {
    return clean;
  }
}

const INNER = String.raw`[^[\]\\]|\\[\s\S]`;
const LABEL = String.raw`\[((?:${INNER}|\[(?:${INNER})*\])*)\]`;
const TARGET = String.raw`<[^<>[\]\n]*>|(?:[^\s()[\]\\<]|\\[\s\S]|\((?:[^\s()[\]\\<]|\\[\s\S])*\))*`;
const TITLE = String.raw`\s+(?:"[^"[\]]*"|'[^'[\]]*'|\([^()[\]]*\))`;
/** An image or a link with its target. */
const INLINE = new RegExp(String.raw`^!?${LABEL}\(\s*(${TARGET})(?:${TITLE})?\s*\)`);
/** An image whose target is a reference. */
const IMAGE = new RegExp(String.raw`^!${LABEL}(?:\[[^[\]]*\])?`);
const BEGUN_LABEL = new RegExp(String.raw`^!?\[(?:${INNER}|\[(?:${INNER})*\])*(?:\[(?:${INNER})*)?\\?$`);
const BEGUN_DESTINATION = new RegExp(String.raw`^!?${LABEL}(?:\([\s\S]*)?$`);
const BEGUN_REFERENCE = new RegExp(String.raw`^!${LABEL}\[[^[\]]*$`);
/** The target of a link definition. */
const DEFINITION = /^\]:\s*(<[^<>\n]*>|[^\s<]+)/;
const BEGUN_DEFINITION = /^\]:\s*(?:<[^<>\n]*|[^\s<]*)$/;
/** Targets that are allowed: web pages, e-mail addresses and pages of this service. */
const SAFE_TARGET = /^<?(?:https?:\/\/|mailto:|[/?#])/i;
/** Characters without which a target has no scheme; a colon can be written as an entity or after a backslash. */
const SCHEME_SIGN = /[:&\\]/;

const isSafe = (target: string): boolean => SAFE_TARGET.test(target) || !SCHEME_SIGN.test(target);

/**
 * Replaces images and dangerous links by their texts. A space is inserted into images and links that cannot be parsed,
 * so that renderers do not recognize them either.
 */
class LinkCleaner extends PieceCleaner {
  protected readonly sign = /[![\]]/;
  /** Last character of the output. */
  private last = '';
  /** Whether text was removed after that character. */
  private hasGap = false;

  protected read(text: string, isWhole: boolean): Read | undefined {
    if (text.startsWith(']')) return this.readEnd(text, isWhole);
    if (text.startsWith('!') && text[1] !== '[')
      return text.length > 1 || isWhole ? { length: 1, clean: '!' } : undefined;
    const [inline, label = '', target = ''] = INLINE.exec(text) ?? [];
    if (inline !== undefined) {
      const text = cleanMarkdown(label);
      return {
        length: inline.length,
        clean: !inline.startsWith('!') && isSafe(target) && text === label ? inline : text,
      };
    }
    const mayContinue = BEGUN_LABEL.test(text) || BEGUN_DESTINATION.test(text) || BEGUN_REFERENCE.test(text);
    if (!isWhole && mayContinue && !/\n\s*\n/.test(text)) return undefined;
    if (text.startsWith('[')) return { length: 1, clean: '[' };
    const [image, alternative = ''] = IMAGE.exec(text) ?? [];
    return image === undefined || text[image.length] === '('
      ? { length: 1, clean: '! ' }
      : { length: image.length, clean: cleanMarkdown(alternative) };
  }

  /** Reads the end of a label whose link was not recognized as a whole. */
  private readEnd(text: string, isWhole: boolean): Read | undefined {
    if (text.length === 1 && !isWhole) return undefined;
    if (text[1] === '(') return { length: 1, clean: '] ' };
    if (text[1] !== ':') return { length: 1, clean: ']' };
    if (!isWhole && BEGUN_DEFINITION.test(text)) return undefined;
    const [definition, target = ''] = DEFINITION.exec(text) ?? [];
    return definition === undefined || isSafe(target)
      ? { length: 1, clean: ']' }
      : { length: definition.length, clean: '] ' };
  }

  /**
   * Separates the text before and after removed text by a space, so that they do not form an image or link together.
   */
  protected write(clean: string, isReplaced: boolean): string {
    const isBehindGap = this.hasGap || isReplaced;
    if (clean === '') {
      this.hasGap = isBehindGap;
      return '';
    }
    const parted = isBehindGap && /^[!\]\\]$/.test(this.last) && /^[^\w\s]/.test(clean) ? ` ${clean}` : clean;
    this.last = clean.slice(-1);
    this.hasGap = isReplaced;
    return parted;
  }

  override end(): string {
    const clean = super.end();
    this.last = '';
    this.hasGap = false;
    return clean;
  }
}

/**
 * Cleans Markdown that arrives in pieces, so that a client that renders it neither loads nor runs anything that a model
 * wrote. Removes images, HTML, and links other than to web pages, e-mail addresses and pages of this service. An image
 * or removed link is replaced by its text. Tags are removed; any other `<` that could begin one becomes `&lt;`. This
 * also applies within code, because renderers disagree about where code ends. The result does not depend on how the
 * text was divided.
 */
export class MarkdownCleaner {
  private readonly tags = new TagCleaner();
  private readonly links = new LinkCleaner();

  /** Adds text. @returns text that is clean independently of what follows */
  push(text: string): string {
    return this.links.push(this.tags.push(text));
  }

  /** Returns the text that was held back. Another text may begin afterwards. */
  end(): string {
    return this.links.push(this.tags.end()) + this.links.end();
  }
}

/** Returns a complete text cleaned as by `MarkdownCleaner`. */
export function cleanMarkdown(text: string): string {
  const cleaner = new MarkdownCleaner();
  return cleaner.push(text) + cleaner.end();
}
