import { Service } from 'typedi';

/** An account's use of one limit. */
export interface ResourceUsage {
  /** Name of the limit in snake case, such as `alert_rules`. */
  name: string;
  used: number;
  limit: number;
  /** True: an operator has set the limit for this account. */
  isOwn?: boolean;
}

type Read = (accountId: string) => Promise<ResourceUsage[]>;

/** Collects the usage of features' limits by an account. Each feature registers a function that reads it. */
@Service()
export class ResourceUsages {
  private readonly readers: Read[] = [];

  register(read: Read): void {
    this.readers.push(read);
  }

  /** Returns the usage of all limits, sorted by name. */
  async of(accountId: string): Promise<ResourceUsage[]> {
    const usages = await Promise.all(this.readers.map((read) => read(accountId)));
    return usages.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
