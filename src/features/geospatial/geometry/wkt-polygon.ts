import type { Corner } from './ring.js';

type Ring = Corner[];

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const corner = new RegExp(String.raw`\s*(${number})\s+(${number})\s*`, 'y');

/** True for a text that starts like WKT; any other text is an encoded polyline. */
export const isWkt = (text: string): boolean => /^\s*(?:multi)?polygon\s*\(/i.test(text);

/**
 * Parses `POLYGON((lon lat, …), (hole), …)` and `MULTIPOLYGON(((…)), …)` of OGC Simple Features (ISO 19125-1) in two
 * dimensions.
 * @returns rings by polygon, the outer one first; undefined for any other text
 */
export function parseWkt(text: string): Ring[][] | undefined {
  const head = /^\s*(multi)?polygon\s*/i.exec(text);
  if (head === null) return undefined;
  const reader = new Reader(text, head[0].length);
  const polygons = head[1] === undefined ? [reader.list(reader.ring)] : reader.list(() => reader.list(reader.ring));
  return reader.isDone && polygons.every((rings) => rings !== undefined) ? (polygons as Ring[][]) : undefined;
}

/** A parser that stops at the first error. */
class Reader {
  private isBroken = false;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  get isDone(): boolean {
    return !this.isBroken && this.text.slice(this.at).trim() === '';
  }

  readonly ring = (): Ring => this.list(this.corner);

  /** Parses one or more items in brackets, separated by commas. */
  list<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    this.expect('(');
    do if (!this.isBroken) items.push(item());
    while (!this.isBroken && this.skip(','));
    this.expect(')');
    return items;
  }

  private readonly corner = (): Corner => {
    corner.lastIndex = this.at;
    const found = corner.exec(this.text);
    if (found === null) this.isBroken = true;
    else this.at = corner.lastIndex;
    return [Number(found?.[1]), Number(found?.[2])];
  };

  private skip(sign: string): boolean {
    while (this.text[this.at] === ' ') this.at += 1;
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private expect(sign: string): void {
    if (!this.skip(sign)) this.isBroken = true;
  }
}
