import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of 24-bit addresses, ends included. */
interface Block {
  first: number;
  last: number;
  isMilitary: boolean;
  /** ISO 3166-1 alpha-2; `ZZ` for unassigned ranges. */
  country: string;
}

/** Where something else begins to hold, in order, and which block it is; undefined outside all. */
interface Spans {
  starts: number[];
  blocks: Array<Block | undefined>;
}

let all: Block[] | undefined;
let spans: Spans | undefined;

/**
 * Country of registration of an aircraft, derived from its address (ISO 3166-1, two letters).
 * @param key see `NON_ICAO`
 * @returns null for an address that is not an ICAO address or is unassigned
 */
export function countryOf(key: number): string | null {
  const country = blockOf(key)?.country ?? 'ZZ';
  return country === 'ZZ' ? null : country;
}

/** Whether the address is of a block that its state uses for military aircraft, as far as is known. */
export const isMilitary = (key: number): boolean => blockOf(key)?.isMilitary ?? false;

/** The largest block of a state that is not for military aircraft. @throws Error for a state that has none */
export function civilBlockOf(country: string): { first: number; last: number } {
  const blocks = readBlocks().filter((block) => block.country === country && !block.isMilitary);
  const largest = blocks.reduce<Block | undefined>(
    (most, one) => (most && most.last - most.first >= one.last - one.first ? most : one),
    undefined,
  );
  if (largest === undefined) throw new Error(`No addresses belong to ${country}.`);
  return largest;
}

/** Blocks lie within blocks; the narrowest, whose prefix has the most bits, is the one that counts. */
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

/** From vradarserver/standing-data (CC0 1.0): https://github.com/vradarserver/standing-data, code-blocks. */
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

/** Blocks never overlap but by lying within one another, so that those that are open form a stack. */
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
