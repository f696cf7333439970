import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, number, object, text, uuid } from '../../../api/rules.js';
import type { PortfolioOverlap } from './portfolio-overlaps.service.js';
import { type NodeKind, nodeKinds } from './relation.js';
import { nodeId } from './relation-link.dto.js';

@Dto('Which two portfolios.')
export class PortfolioOverlapQuery {
  @Field('The id of the first portfolio.', uuid())
  first!: string;

  @Field('The id of the second portfolio.', uuid())
  second!: string;
}

@Dto('What both portfolios hold, or depend on.')
export class SharedRelationNodeDto {
  @Field('The id of the node: a symbol, country, port or strait.', nodeId(), { example: 'symbol:AAPL.US' })
  id!: string;

  @Field('What the node is.', choice(nodeKinds), { example: 'symbol' })
  type!: NodeKind;

  @Field('The name.', text(1, 200), { example: 'AAPL.US' })
  label!: string;

  @Field('Its share of the value of the first portfolio (0.25 is 25 %).', number(), { example: 0.25 })
  firstWeight!: number;

  @Field('Its share of the value of the second portfolio.', number(), { example: 0.1 })
  secondWeight!: number;

  @Field('The smaller of the two shares.', number(), { example: 0.1 })
  overlapWeight!: number;
}

@Dto('How much two portfolios have in common.')
export class PortfolioOverlapDto {
  @Field('The id of the first portfolio.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  first!: string;

  @Field('The id of the second portfolio.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902' })
  second!: string;

  @Field(
    'The sum of the smaller share of each symbol: 1 for equal holdings without cash, 0 without a common symbol.',
    number(),
    { example: 0.35 },
  )
  overlapWeight!: number;

  @Field(
    'The common symbols, the largest overlap first.',
    list(
      object(() => SharedRelationNodeDto),
      10_000,
    ),
  )
  items!: SharedRelationNodeDto[];

  @Field('Always null: the list is complete.', nullable(text(1, 512)), { example: null })
  nextCursor!: null;

  @Field(
    'The common countries, ports and straits, the largest overlap first.',
    list(
      object(() => SharedRelationNodeDto),
      500,
    ),
  )
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
        firstWeight: one.firstWeight,
        secondWeight: one.secondWeight,
        overlapWeight: one.overlap,
      });
    return Object.assign(new PortfolioOverlapDto(), {
      first: first.id,
      second: second.id,
      overlapWeight: overlap,
      items: symbols.map((one) => shared(`symbol:${one.item}`, 'symbol', one.item, one)),
      nextCursor: null,
      places: places.slice(0, 500).map((one) => shared(one.item.id, one.item.kind, one.item.name, one)),
    });
  }
}
