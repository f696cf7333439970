import type { GeoStream } from 'd3-geo';

/**
 * Writes a d3-geo stream as the `d` of a path, in tenths of a pixel. Each point is relative to the previous one, which
 * is the shortest notation.
 */
export class PathWriter implements GeoStream {
  private readonly parts: string[] = [];
  private x = 0;
  private y = 0;
  private begin = 0;
  private count = 0;
  private isRing = false;

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  polygonStart(): void {
    this.isRing = true;
  }

  polygonEnd(): void {
    this.isRing = false;
  }

  lineStart(): void {
    this.begin = this.parts.length;
    this.count = 0;
  }

  point(pixelX: number, pixelY: number): void {
    const [x, y] = [Math.round(pixelX * 10), Math.round(pixelY * 10)];
    const [dx, dy] = [x - this.x, y - this.y];
    if (this.count === 0) this.parts.push(`M${x}${y < 0 ? '' : ' '}${y}`);
    else if (dx === 0 && dy === 0) return;
    else this.parts.push(this.count === 1 ? 'l' : dx < 0 ? '' : ' ', `${dx}${dy < 0 ? '' : ' '}${dy}`);
    [this.x, this.y] = [x, y];
    this.count += 1;
  }

  /** Lines of one point and rings of two points are omitted. */
  lineEnd(): void {
    if (this.count < (this.isRing ? 3 : 2)) this.parts.length = this.begin;
    else if (this.isRing) this.parts.push('z');
  }

  toString(): string {
    return this.parts.join('');
  }
}

/** Sends a line to a stream. @param points x, y, x, y, … in pixels */
export function sendLine(points: readonly number[], stream: GeoStream): void {
  stream.lineStart();
  for (let at = 0; at < points.length; at += 2) stream.point(points[at] as number, points[at + 1] as number);
  stream.lineEnd();
}

/** Sends a ring to a stream. @param points x, y, x, y, … in pixels, without repeating the first point at the end */
export function sendRing(points: readonly number[], stream: GeoStream): void {
  if (points.length === 0) return;
  stream.polygonStart?.();
  sendLine(points, stream);
  stream.polygonEnd?.();
}

/**
 * Formats rings as a path.
 * @param rings x, y, x, y, … of each ring, in pixels
 * @returns the content of `d`
 */
export function pathOf(rings: ReadonlyArray<readonly number[]>): string {
  const path = new PathWriter();
  for (const ring of rings) sendRing(ring, path);
  return path.toString();
}
