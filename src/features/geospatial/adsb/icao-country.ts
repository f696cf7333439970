import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of 24-bit addresses, first and last inclusive. */
interface Block {
  first: number;
  last: number;
  isMilitary: boolean;
  /** Country code (ISO 3166-1 alpha-2); `ZZ` for unassigned ranges. */
  country: string;
}

/**
 * The address space as consecutive spans: `starts` holds the first address of each span, ascending; `blocks` its block,
 * undefined for addresses outside all blocks.
 */
interface Spans {
  starts: number[];
  blocks: Array<Block | undefined>;
}

let all: Block[] | undefined;
let spans: Spans | undefined;

/**
 * Returns the country of registration of an aircraft, derived from its address (ISO 3166-1 alpha-2).
 * @param key see `NON_ICAO`
 * @returns null for an address that is not an ICAO address or is unassigned
 */
export function countryOf(key: number): string | null {
  const country = blockOf(key)?.country ?? 'ZZ';
  return country === 'ZZ' ? null : country;
}

/** True if the address is in a block that its state is known to use for military aircraft. */
export const isMilitary = (key: number): boolean => blockOf(key)?.isMilitary ?? false;

/** Returns the largest non-military block of a state. @throws Error for a state without one */
export function civilBlockOf(country: string): { first: number; last: number } {
  const blocks = readBlocks().filter((block) => block.country === country && !block.isMilitary);
  const largest = blocks.reduce<Block | undefined>(
    (most, one) => (most && most.last - most.first >= one.last - one.first ? most : one),
    undefined,
  );
  if (largest === undefined) throw new Error(`No addresses belong to ${country}.`);
  return largest;
}

/** Returns the narrowest block that contains an address: blocks are nested, and the innermost one applies. */
function blockOf(key: number): Block | undefined {
  spans ??= spansOf(readBlocks());
  const { starts, blocks } = spans;
  if (!(key >= 0 && key <= 0xffffff)) return undefined;
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= key) low = middle;
    else high = middle - 1;
  }
  return blocks[low];
}

/**
 * Reads the blocks once. Source: vradarserver/standing-data (CC0 1.0), https://github.com/vradarserver/standing-data,
 * code-blocks.
 */
function readBlocks(): Block[] {
  if (all !== undefined) return all;
  const lines = readFileSync(join(import.meta.dirname, '..', 'reference', 'icao24-countries.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  all = lines.map((line) => {
    const [first, last, military, country] = line.split('\t') as [string, string, string, string];
    return {
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
      isMilitary: military === '1',
      country,
    };
  });
  return all;
}

/** Flattens nested blocks to spans. Blocks overlap only by nesting, so the open blocks form a stack. */
function spansOf(blocks: readonly Block[]): Spans {
  const spans: Spans = { starts: [0], blocks: [undefined] };
  const open: Block[] = [];
  const begin = (start: number) => {
    if (spans.starts.at(-1) === start) spans.blocks[spans.blocks.length - 1] = open.at(-1);
    else {
      spans.starts.push(start);
      spans.blocks.push(open.at(-1));
    }
  };
  const closeBefore = (start: number) => {
    for (let block = open.at(-1); block !== undefined && block.last < start; block = open.at(-1)) {
      open.pop();
      begin(block.last + 1);
    }
  };
  for (const block of [...blocks].sort((one, other) => one.first - other.first || other.last - one.last)) {
    closeBefore(block.first);
    open.push(block);
    begin(block.first);
  }
  closeBefore(Number.POSITIVE_INFINITY);
  return spans;
}
