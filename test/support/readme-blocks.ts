import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** A fenced block of a Markdown file. */
export interface Block {
  /** The last heading before the block. */
  section: string;
  /** Language of the block, such as `sh` or `ini`; `text` blocks are the `expected` of the block before them. */
  language: string;
  text: string;
  /** Lines that a reader should see after running the block. */
  expected: string[];
}

/** Returns the blocks of a Markdown file in order. @param path relative to the root of the repository */
export function readBlocks(path: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  for (const [, heading, language = '', text = ''] of readFileSync(join(root, path), 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (heading !== undefined) section = heading;
    else if (language === 'text') blocks.at(-1)?.expected.push(...text.trimEnd().split('\n'));
    else blocks.push({ section, language, text, expected: [] });
  }
  return blocks;
}

/**
 * Returns the pattern of an expected line: words with a digit and words in capitals match any value, `…` matches any
 * text.
 */
function patternOf(line: string): RegExp {
  const words = line
    .trim()
    .replace(/[A-Z]{4,}( [A-Z]{4,})*/g, '…')
    .split(/\s+/);
  const patterns = words.map((word) =>
    /\d/.test(word)
      ? '\\S+'
      : word
          .split('…')
          .map((part) => part.replace(/[^\w\s]/g, '\\$&'))
          .join('.*'),
  );
  return new RegExp(`(^|\\s)${patterns.join('\\s+')}(\\s|$)`);
}

/** Returns whether the output contains the lines in this order, possibly with others between them. */
export function shows(output: string, expected: readonly string[]): boolean {
  const lines = output.split('\n');
  let at = -1;
  return expected.every((line) => {
    const pattern = patternOf(line);
    at = lines.findIndex((candidate, index) => index > at && pattern.test(candidate));
    return at >= 0;
  });
}
