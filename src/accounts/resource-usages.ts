import { Service } from 'typedi';

/** Use of one limit of an account. */
export interface ResourceUsage {
  /** `alert_rules`. */
  name: string;
  used: number;
  limit: number;
}

type Read = (accountId: string) => Promise<ResourceUsage[]>;

/** The usage of the limits of features by accounts. A feature registers how to read it. */
@Service()
export class ResourceUsages {
  private readonly readers: Read[] = [];

  register(read: Read): void {
    this.readers.push(read);
  }

  /** By name. */
  async of(accountId: string): Promise<ResourceUsage[]> {
    const usages = await Promise.all(this.readers.map((read) => read(accountId)));
    return usages.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
