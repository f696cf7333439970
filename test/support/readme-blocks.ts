import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** A fenced block of a Markdown file. */
export interface Block {
  /** The last heading before it. */
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
