/** Names as small numbers; each name is kept once. Names beyond the limit get the code 0, which stands for `other`. */
export class NameTable {
  private readonly names: string[] = ['other'];
  private readonly codes = new Map<string, number>();
  private latest = 'other';
  private latestCode = 0;

  /** @param limit largest code */
  constructor(private readonly limit: number) {}

  codeOf(name: string): number {
    // Consecutive reports often have the same name, so the last one is cached.
    if (name === this.latest) return this.latestCode;
    this.latest = name;
    this.latestCode = this.find(name);
    return this.latestCode;
  }

  nameOf(code: number): string {
    return this.names[code] as string;
  }

  private find(name: string): number {
    const known = this.codes.get(name);
    if (known !== undefined) return known;
    if (this.names.length > this.limit) return 0;
    this.codes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
