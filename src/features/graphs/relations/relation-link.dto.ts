import { answerOf } from '../../../api/answer.js';
import { Dto, Field, sharedField } from '../../../api/field.js';
import { line, text } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { RelationLink } from '../graphs.schema.js';
import { MAX_NODE_ID, NODE_ID } from './relation.js';

export const nodeId = () =>
  text(
    4,
    MAX_NODE_ID,
    NODE_ID,
    'the id of a node, such as strait:strait-of-hormuz, symbol:AAPL.US or client: with an id',
  );
const to = sharedField('The id of the other node.', nodeId(), { example: 'strait:taiwan-strait' });
const label = sharedField('Relation between the two nodes, such as `supplier of`.', line(1, 200), {
  example: 'assembled beside',
});

@Dto('A link to draw between two nodes.')
export class NewRelationLinkDto {
  @Field('The id of the first node. Clients, portfolios and alerts must be your own.', nodeId(), {
    example: 'symbol:AAPL.US',
  })
  from!: string;

  @to() to!: string;

  @label() label!: string;
}

@Dto('Changes to a link (RFC 7396). Omitted fields are unchanged. To link other nodes, create another link.')
export class RelationLinkChangesDto {
  @label.optional({ example: 'supplier of' }) label?: string;
}

@Resource('A link between two nodes that you drew.')
export class RelationLinkDto extends ResourceDto {
  @Field('The id of the first node.', nodeId(), { example: 'symbol:AAPL.US' })
  from!: string;

  @to() to!: string;

  @label() label!: string;

  static from({ fromNode, toNode, ...link }: RelationLink): RelationLinkDto {
    return answerOf(RelationLinkDto, { ...link, from: fromNode, to: toNode });
  }
}

export const RelationLinkPageDto = pageOf(RelationLinkDto, 'RelationLinkPageDto', 'A page of own links, oldest first.');
