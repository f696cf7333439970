const MOST = 255;

/** Providers as small numbers. There are a few; should somebody invent them without end, the later ones are all `other`. */
export class ProviderNames {
  private readonly names: string[] = ['other'];
  private readonly codes = new Map<string, number>();
  private latest = 'other';
  private latestCode = 0;

  codeOf(name: string): number {
    // Reports come in runs of the same provider.
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
    if (this.names.length > MOST) return 0;
    this.codes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
