import { Service } from 'typedi';
import type { Resolution } from './identifiers/identifier-resolution.js';
import { type AskedIdentifier, IdentifiersService } from './identifiers/identifiers.service.js';
import { LegalEntitiesService } from './identifiers/legal-entities.service.js';
import type { Ownership } from './legal-entity.js';

/** Lets other features resolve identifiers and read who owns a company. */
@Service()
export class MarketsRegistersApi {
  constructor(
    private readonly identifiers: IdentifiersService,
    private readonly entities: LegalEntitiesService,
  ) {}

  /** Resolves identifiers, in their order. */
  resolve(asked: readonly AskedIdentifier[]): Promise<Resolution[]> {
    return this.identifiers.resolve(asked);
  }

  /** Returns the owners of an entity. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  ownershipOf(lei: string): Promise<Ownership> {
    return this.entities.ownershipOf(lei);
  }
}
