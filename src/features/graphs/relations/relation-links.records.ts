import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { GraphsConfig } from '../graphs.config.js';
import { type RelationLink, relationLinks } from '../graphs.schema.js';
import { type NewRelationLinkDto, type RelationLinkChangesDto, RelationLinkDto } from './relation-link.dto.js';

export type { RelationLink };

/**
 * Manages the links that accounts drew between nodes. Callers must check that the account can see the nodes of a new
 * link.
 */
@Service()
export class RelationLinks extends OwnedRecords<RelationLink, NewRelationLinkDto, RelationLinkChangesDto> {
  constructor(parts: OwnedParts, config: GraphsConfig) {
    super(parts, {
      table: parts.table(relationLinks),
      noun: 'link',
      plural: 'own links',
      limitName: 'relation_links',
      limit: () => config.relationLinks,
      exported: {
        section: 'relationLinks',
        description: "The account's own relation links.",
        item: RelationLinkDto,
      },
    });
  }

  protected fresh(_accountId: string, { from, to, label }: NewRelationLinkDto): ContentOf<RelationLink> {
    return { fromNode: from, toNode: to, label };
  }

  protected revised(_link: RelationLink, { label }: RelationLinkChangesDto): Partial<RelationLink> {
    return { label };
  }
}
