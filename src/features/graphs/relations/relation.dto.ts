import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import {
  type EdgeType,
  edgeTypes,
  type NodeKind,
  nodeKinds,
  type OmittedNeighbors,
  type RelationEdge,
  type RelationGraph,
  type RelationNode,
} from './relation.js';
import { nodeId } from './relation-link.dto.js';
import type { PathStep, RelationPath } from './relation-paths.service.js';

const MAX_NODES = 500;
const MAX_EDGES = 20_000;
const kind = () => choice(nodeKinds);
const kindDescription = 'Type of the node; `strait` includes canals, passages and capes.';

@Dto('From which node, and how far.')
export class RelationsQuery {
  @Field(
    'The id of the node to begin with: `client:`, `portfolio:`, `event:`, `alert:` or `article:` with an id, ' +
      '`symbol:AAPL.US`, `country:NL`, `vessel:219024336`, or a port or strait of `GET ' +
      '/portfolios/exposure/places`.',
    nodeId(),
    { example: 'strait:strait-of-hormuz' },
  )
  root!: string;

  @Field('Relations from the root to the farthest nodes.', optional(integer(1, 5)), { default: 2, example: 2 })
  depth: number = 2;

  @Field(
    'Only nodes of these kinds beside the root; paths between them also use only these kinds. All ' +
      'kinds if omitted.',
    optional(list(kind(), nodeKinds.length, 1)),
    {
      example: ['portfolio', 'client'],
    },
  )
  type?: NodeKind[];

  @Field('Maximum number of nodes.', optional(integer(1, MAX_NODES)), { default: 200, example: 200 })
  limit: number = 200;

  @Field(
    'Maximum number of new neighbors of each kind per node, those with the largest weights first.',
    optional(integer(1, 100)),
    { default: 20, example: 20 },
  )
  fanOut: number = 20;
}

@Dto('From which node, how far, and how it is drawn.')
export class RelationsPictureQuery extends RelationsQuery {
  @Field(
    '`light`, `dark`, or `auto`, which follows the `prefers-color-scheme`.',
    optional(choice(['auto', 'light', 'dark'])),
    {
      default: 'auto',
      example: 'auto',
    },
  )
  theme: 'auto' | 'light' | 'dark' = 'auto';

  @Field('Width in CSS pixels.', optional(integer(320, 2000)), { default: 960, example: 960 })
  width: number = 960;

  @Field('Height in CSS pixels.', optional(integer(200, 1200)), { default: 640, example: 640 })
  height: number = 640;
}

@Dto('A record, an instrument or a place.')
export class RelationNodeDto {
  @Field('The id of the node.', nodeId(), { example: 'strait:strait-of-hormuz' })
  id!: string;

  @Field(kindDescription, kind(), { example: 'strait' })
  type!: NodeKind;

  @Field('Name of the node to show, such as a title, a symbol or a place.', text(0, 1_000), {
    example: 'Strait of Hormuz',
  })
  label!: string;

  @Field('The path of the record in this API; null without one.', nullable(text(1, 300)), { example: null })
  href!: string | null;

  static from({ id, kind: own, label, href }: RelationNode): RelationNodeDto {
    return Object.assign(new RelationNodeDto(), { id, type: own, label, href });
  }
}

@Dto('A node of a graph.')
export class RelationGraphNodeDto extends RelationNodeDto {
  @Field('Relations from the root.', integer(0, 5), { example: 1 })
  depth!: number;
}

@Dto('Why two nodes are related.')
export class RelationDto {
  @Field('The id of the first node.', nodeId(), { example: 'portfolio:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  from!: string;

  @Field('The id of the other node.', nodeId(), { example: 'strait:strait-of-hormuz' })
  to!: string;

  @Field(
    '`holds`: a client a portfolio, or a portfolio a symbol; `issued_by`, `based_in`, `located_in`; ' +
      '`depends_on`: a symbol on a place; `exposed_to`: a portfolio to a place; `near`: a vessel or event a ' +
      'place; `about`: an alert, event or article a node; `own_link`: yours.',
    choice(edgeTypes),
    { example: 'exposed_to' },
  )
  type!: EdgeType;

  @Field('The reason, as a sentence; of an own link its label.', text(1, 1_000), {
    example: '2.7 % of the value depends on the place.',
  })
  reason!: string;

  @Field(
    'Weight of the relation as a fraction of the holding or the exposure; null if it has no weight.',
    nullable(number()),
    { example: 0.027 },
  )
  weight!: number | null;

  static from(relationEdge: RelationEdge): RelationDto {
    return answerOf(RelationDto, relationEdge);
  }
}

@Dto('Neighbors of a node that are not in the graph.')
export class OmittedNeighborsDto {
  @Field('The node whose neighbors are omitted.', nodeId(), { example: 'country:US' })
  nodeId!: string;

  @Field('Type of the neighbors.', kind(), { example: 'article' })
  type!: NodeKind;

  @Field('Minimum number of these neighbors; null if they were not looked up.', nullable(integer(1, 100_000)), {
    example: 1,
  })
  count!: number | null;

  static from({ nodeId: id, kind: own, count }: OmittedNeighbors): OmittedNeighborsDto {
    return Object.assign(new OmittedNeighborsDto(), { nodeId: id, type: own, count });
  }
}

@Dto('The relations around a node.')
export class RelationGraphDto {
  @Field('The id of the node it begins with.', nodeId(), { example: 'strait:strait-of-hormuz' })
  root!: string;

  @Field('The nodes, the root first, then by distance from it.', objects(RelationGraphNodeDto, MAX_NODES))
  nodes!: RelationGraphNodeDto[];

  @Field('The relations between them.', objects(RelationDto, MAX_EDGES))
  edges!: RelationDto[];

  @Field(
    'Neighbors that `limit`, `fanOut` and the limit of look-ups left out.',
    objects(OmittedNeighborsDto, MAX_NODES),
  )
  omitted!: OmittedNeighborsDto[];

  static from({ root, nodes, edges, omitted }: RelationGraph): RelationGraphDto {
    return Object.assign(new RelationGraphDto(), {
      root,
      nodes: nodes.map((node) =>
        Object.assign(new RelationGraphNodeDto(), RelationNodeDto.from(node), { depth: node.depth }),
      ),
      edges: edges.slice(0, MAX_EDGES).map(RelationDto.from),
      omitted: omitted.map(OmittedNeighborsDto.from),
    });
  }
}

@Dto('Between which two nodes.')
export class RelationPathQuery {
  @Field('The id of the first node.', nodeId(), { example: 'symbol:BRENT.COMM' })
  from!: string;

  @Field('The id of the other node.', nodeId(), { example: 'strait:strait-of-hormuz' })
  to!: string;
}

@Dto('A step of a path.')
export class RelationPathStepDto {
  @Field(
    'The node it leads from.',
    object(() => RelationNodeDto),
  )
  from!: RelationNodeDto;

  @Field(
    'The node it leads to.',
    object(() => RelationNodeDto),
  )
  to!: RelationNodeDto;

  @Field('Why the two are related, in either direction.', objects(RelationDto, 100))
  relations!: RelationDto[];

  static from({ from, to, relations }: PathStep): RelationPathStepDto {
    return Object.assign(new RelationPathStepDto(), {
      from: RelationNodeDto.from(from),
      to: RelationNodeDto.from(to),
      relations: relations.slice(0, 100).map(RelationDto.from),
    });
  }
}

@Dto('A shortest path between two nodes.')
export class RelationPathDto {
  @Field(
    'The first node.',
    object(() => RelationNodeDto),
  )
  from!: RelationNodeDto;

  @Field(
    'The other node.',
    object(() => RelationNodeDto),
  )
  to!: RelationNodeDto;

  @Field(
    'The number of steps; null if no path was found among the 400 nodes nearest to each end, three relations ' +
      'from it at most.',
    nullable(integer(0, 6)),
    {
      example: 1,
    },
  )
  stepCount!: number | null;

  @Field('The steps; empty without a path, and between a node and itself.', objects(RelationPathStepDto, 6))
  steps!: RelationPathStepDto[];

  static from({ from, to, steps }: RelationPath): RelationPathDto {
    return Object.assign(new RelationPathDto(), {
      from: RelationNodeDto.from(from),
      to: RelationNodeDto.from(to),
      stepCount: steps === null ? null : steps.length,
      steps: (steps ?? []).map(RelationPathStepDto.from),
    });
  }
}
