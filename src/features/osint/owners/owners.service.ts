import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { readIdentifier } from '../../markets/identifier.js';
import type { Ownership } from '../../markets/legal-entity.js';
import { MarketsRegistersApi } from '../../markets/markets.registers.api.js';

/** Returns who owns a company. */
@Service()
export class OwnersService {
  constructor(private readonly registers: MarketsRegistersApi) {}

  /** @throws Problem `not_found` also for an LEI with a wrong check digit, `unprocessable`, `unavailable` */
  of(text: string): Promise<Ownership> {
    const { identifier, fault } = readIdentifier(text, 'lei');
    if (identifier === undefined) throw new Problem('not_found', { detail: fault });
    return this.registers.ownershipOf(identifier.value);
  }
}
