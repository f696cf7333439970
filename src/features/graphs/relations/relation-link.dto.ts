import { Dto, Field } from '../../../api/field.js';
import { line, optional, text } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { CreatedAt, Id, UpdatedAt, Version } from '../../../resources/resource-fields.js';
import type { RelationLink } from '../graphs.schema.js';
import { MAX_NODE_ID, NODE_ID } from './relation.js';

export const nodeId = () =>
  text(
    4,
    MAX_NODE_ID,
    NODE_ID,
    'the id of a node, such as strait:strait-of-hormuz, symbol:AAPL.US or client: with an id',
  );
const label = () => line(1, 200);
const labelDescription = 'Relation between the two nodes, such as `supplier of`.';

@Dto('A link to draw between two nodes.')
export class NewRelationLinkDto {
  @Field('The id of the first node. Clients, portfolios and alerts must be your own.', nodeId(), {
    example: 'symbol:AAPL.US',
  })
  from!: string;

  @Field('The id of the other node.', nodeId(), { example: 'strait:taiwan-strait' })
  to!: string;

  @Field(labelDescription, label(), { example: 'assembled beside' })
  label!: string;
}

@Dto('Changes to a link (RFC 7396). Omitted fields are unchanged. To link other nodes, create another link.')
export class RelationLinkChangesDto {
  @Field(labelDescription, optional(label()), { example: 'supplier of' })
  label?: string;
}

@Dto('A link between two nodes that you drew.')
export class RelationLinkDto {
  @Id() id!: string;

  @Field('The id of the first node.', nodeId(), { example: 'symbol:AAPL.US' })
  from!: string;

  @Field('The id of the other node.', nodeId(), { example: 'strait:taiwan-strait' })
  to!: string;

  @Field(labelDescription, label(), { example: 'assembled beside' })
  label!: string;

  @CreatedAt() createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from({ id, fromNode, toNode, label, createdAt, updatedAt, version }: RelationLink): RelationLinkDto {
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return Object.assign(new RelationLinkDto(), { id, from: fromNode, to: toNode, label, ...times, version });
  }
}

export const RelationLinkPageDto = pageOf(RelationLinkDto, 'RelationLinkPageDto', 'A page of own links, oldest first.');
