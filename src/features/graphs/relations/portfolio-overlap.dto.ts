import { Dto, Field } from '../../../api/field.js';
import { choice, number, objects, text, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { PortfolioOverlap } from './portfolio-overlaps.service.js';
import { type NodeKind, nodeKinds } from './relation.js';
import { nodeId } from './relation-link.dto.js';

@Dto('The two portfolios to compare.')
export class PortfolioOverlapQuery {
  @Field('The id of the first portfolio.', uuid())
  portfolioId!: string;

  @Field('The id of the portfolio to compare with.', uuid())
  otherPortfolioId!: string;
}

@Dto('A symbol that both portfolios hold, or a place that both depend on.')
export class SharedRelationNodeDto {
  @Field('The id of the node: a symbol, country, port or strait.', nodeId(), { example: 'symbol:AAPL.US' })
  id!: string;

  @Field('Type of the node.', choice(nodeKinds), { example: 'symbol' })
  type!: NodeKind;

  @Field('Name of the node to show: the symbol, or the name of the place.', text(1, 200), { example: 'AAPL.US' })
  label!: string;

  @Field('Weight in the first portfolio, as a fraction of its value (0.25 is 25 %).', number(), { example: 0.25 })
  weight!: number;

  @Field('Weight in the other portfolio, as a fraction of its value.', number(), { example: 0.1 })
  otherWeight!: number;

  @Field('The smaller of the two weights.', number(), { example: 0.1 })
  overlapWeight!: number;
}

@Dto('The overlap of two portfolios.')
export class PortfolioOverlapDto {
  @Field('The id of the first portfolio.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  portfolioId!: string;

  @Field('The id of the portfolio to compare with.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902' })
  otherPortfolioId!: string;

  @Field(
    'The sum of the smaller weight of each symbol: 1 for equal holdings without cash, 0 without a common symbol.',
    number(),
    { example: 0.35 },
  )
  overlapWeight!: number;

  @Field('The common symbols, the largest overlap first.', objects(SharedRelationNodeDto, 10_000))
  items!: SharedRelationNodeDto[];

  @SinglePageCursor()
  nextCursor!: null;

  @Field('The common countries, ports and straits, the largest overlap first.', objects(SharedRelationNodeDto, 500))
  places!: SharedRelationNodeDto[];

  static from({ first, second, overlap, symbols, places }: PortfolioOverlap): PortfolioOverlapDto {
    const shared = (
      id: string,
      own: NodeKind,
      label: string,
      one: { firstWeight: number; secondWeight: number; overlap: number },
    ) =>
      Object.assign(new SharedRelationNodeDto(), {
        id,
        type: own,
        label,
        weight: one.firstWeight,
        otherWeight: one.secondWeight,
        overlapWeight: one.overlap,
      });
    return Object.assign(new PortfolioOverlapDto(), {
      portfolioId: first.id,
      otherPortfolioId: second.id,
      overlapWeight: overlap,
      items: symbols.map((one) => shared(`symbol:${one.item}`, 'symbol', one.item, one)),
      nextCursor: null,
      places: places.slice(0, 500).map((one) => shared(one.item.id, one.item.kind, one.item.name, one)),
    });
  }
}
