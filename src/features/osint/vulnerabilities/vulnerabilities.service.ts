import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Order } from '../../../time/sort-order.js';
import type { Vulnerability } from './vulnerability.js';
import { type VulnerabilityFilter, VulnerabilityRepository } from './vulnerability.repository.js';

@Service()
export class VulnerabilitiesService {
  constructor(private readonly repository: VulnerabilityRepository) {}

  find(id: string): Promise<Vulnerability | undefined> {
    return this.repository.find(id);
  }

  /** Returns a vulnerability. @throws Problem `not_found` */
  async get(id: string): Promise<Vulnerability> {
    const found = await this.repository.find(id.toUpperCase());
    if (found === undefined)
      throw new Problem('not_found', { detail: 'No configured catalog lists a vulnerability with this id.' });
    return found;
  }

  /** Lists vulnerabilities in the order of the time at which they were listed. */
  list(
    filter: VulnerabilityFilter,
    limit: number,
    after?: { listedAt: Date; id: string },
    order: Order = 'desc',
  ): Promise<Vulnerability[]> {
    return this.repository.list(filter, limit, after, order);
  }
}
