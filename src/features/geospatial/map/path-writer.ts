/** Writes the `d` of a path in whole tenths of a pixel, each point by its distance from the last: the shortest there is. */
export class PathWriter {
  private readonly parts: string[] = [];
  private x = 0;
  private y = 0;
  private isFirst = false;

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  move(x: number, y: number): void {
    [this.x, this.y] = [Math.round(x * 10), Math.round(y * 10)];
    this.parts.push(`M${this.x}${this.y < 0 ? '' : ' '}${this.y}`);
    this.isFirst = true;
  }

  line(x: number, y: number): void {
    const [toX, toY] = [Math.round(x * 10), Math.round(y * 10)];
    const [dx, dy] = [toX - this.x, toY - this.y];
    if (dx === 0 && dy === 0) return;
    this.parts.push(this.isFirst ? 'l' : dx < 0 ? '' : ' ', `${dx}${dy < 0 ? '' : ' '}${dy}`);
    [this.x, this.y, this.isFirst] = [toX, toY, false];
  }

  /** A straight line on its own, or the next of a line that has come so far. */
  stretch(fromX: number, fromY: number, toX: number, toY: number): void {
    if (this.isEmpty || Math.round(fromX * 10) !== this.x || Math.round(fromY * 10) !== this.y) this.move(fromX, fromY);
    this.line(toX, toY);
  }

  close(): void {
    this.parts.push('z');
  }

  /** @param points x, y, x, y, … */
  ring(points: readonly number[]): void {
    if (points.length < 6) return;
    this.move(points[0] as number, points[1] as number);
    for (let at = 2; at < points.length; at += 2) this.line(points[at] as number, points[at + 1] as number);
    this.close();
  }

  toString(): string {
    return this.parts.join('');
  }
}
