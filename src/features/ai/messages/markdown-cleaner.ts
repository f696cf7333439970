/** A construct of Markdown that has not ended after this many characters is not one. */
const MAX_CONSTRUCT = 1_000;

/** Characters of the text that were read, and what is written for them. */
interface Read {
  length: number;
  clean: string;
}

/**
 * Cleans a text that arrives in pieces. A construct that may continue in the next piece is kept back, at most
 * `MAX_CONSTRUCT` characters.
 */
abstract class PieceCleaner {
  private kept = '';

  /** A character that may begin a construct. */
  protected abstract readonly sign: RegExp;

  /**
   * Reads the construct at the beginning of `text`, of which at most `MAX_CONSTRUCT` characters are given.
   * @param isWhole no more of the text will come, or it is long enough
   * @returns undefined when the text must continue to be read
   */
  protected abstract read(text: string, isWhole: boolean): Read | undefined;

  /** Appends to the clean text. @param isReplaced other text than this was read */
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

/** A tag, a comment, a declaration or a processing instruction. */
const TAG = /^<(?:\/?[A-Za-z][^<>]*|!--(?:[^-]|-(?!->))*--|![A-Za-z[][^<>]*|\?[^<>]*)>/;
const UNFINISHED_TAG = /^<(?:[!?/]?|[!?/]?[A-Za-z[][^<>]*|\?[^<>]*|!--?|!--[\s\S]*)$/;
const BRACKETED_LINK = /^<((?:https?:\/\/|mailto:)[^\s<>]+)>$/i;
/** No tag begins with these, whatever is removed behind them. */
const COMPARISON = /^<[\s\d=]/;

/** Removes tags; a `<` stays only where no tag can begin. A link in angle brackets is kept without them. */
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
/** An image or a link with its destination. */
const INLINE = new RegExp(String.raw`^!?${LABEL}\(\s*(${TARGET})(?:${TITLE})?\s*\)`);
/** An image by reference. */
const IMAGE = new RegExp(String.raw`^!${LABEL}(?:\[[^[\]]*\])?`);
const BEGUN_LABEL = new RegExp(String.raw`^!?\[(?:${INNER}|\[(?:${INNER})*\])*(?:\[(?:${INNER})*)?\\?$`);
const BEGUN_DESTINATION = new RegExp(String.raw`^!?${LABEL}(?:\([\s\S]*)?$`);
const BEGUN_REFERENCE = new RegExp(String.raw`^!${LABEL}\[[^[\]]*$`);
/** The destination of a definition of a link. */
const DEFINITION = /^\]:\s*(<[^<>\n]*>|[^\s<]+)/;
const BEGUN_DEFINITION = /^\]:\s*(?:<[^<>\n]*|[^\s<]*)$/;
/** Web pages, e-mail addresses and pages of this service. */
const SAFE_TARGET = /^<?(?:https?:\/\/|mailto:|[/?#])/i;
/** Another scheme needs one of these; a colon can be written as an entity or after a backslash. */
const SCHEME_SIGN = /[:&\\]/;

const isSafe = (target: string): boolean => SAFE_TARGET.test(target) || !SCHEME_SIGN.test(target);

/** Turns images and dangerous links into their texts. Images and links that it cannot read are broken up by a space. */
class LinkCleaner extends PieceCleaner {
  protected readonly sign = /[![\]]/;
  /** The last character that was written. */
  private last = '';
  /** Something was removed behind it. */
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

  /** The end of a label whose link was not read as a whole. */
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

  /** Parts what was written before and behind a gap, so that they do not become an image or a link together. */
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
 * Removes images, HTML and links to anything but web pages, e-mail addresses and pages of this service from Markdown
 * that arrives in pieces, so that a client which renders the text loads and runs nothing that a model wrote. An image
 * or a removed link becomes its text. A tag disappears; any other `<` that could begin one becomes `&lt;`. The rules
 * hold in code, too, since renderers disagree about where code ends. The clean text does not depend on how the text was
 * divided.
 */
export class MarkdownCleaner {
  private readonly tags = new TagCleaner();
  private readonly links = new LinkCleaner();

  /** @returns the text that is clean whatever follows */
  push(text: string): string {
    return this.links.push(this.tags.push(text));
  }

  /** The text that was kept back. A new text may begin afterwards. */
  end(): string {
    return this.links.push(this.tags.end()) + this.links.end();
  }
}

/** A whole text without images, HTML and dangerous links, as `MarkdownCleaner` removes them. */
export function cleanMarkdown(text: string): string {
  const cleaner = new MarkdownCleaner();
  return cleaner.push(text) + cleaner.end();
}
