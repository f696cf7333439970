import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, objects, optional, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PositionDto } from '../position.dto.js';
import { type Flow, type FlowKind, flowKinds } from './flow.js';
import { symbolsOfFlow } from './flow-symbols.js';

const MAX_FLOWS = 1_000;
const idRule = () => text(1, 36, /^[A-Za-z0-9-]+$/, 'an identifier such as hormuz');

/** The path parameter `{id}` of a flow. */
export const flowParameter = {
  description: 'The flow, as `GET /geospatial/flows` names it, case-insensitive.',
  rule: idRule(),
  example: 'hormuz',
};

@Dto('Filters of flows.')
export class FlowsQuery {
  @Field('Only flows of these kinds.', optional(list(choice(flowKinds), flowKinds.length, 1)), {
    omitFromExample: true,
    example: ['strait'],
  })
  kind?: FlowKind[];

  @Field('Only flows whose name or identifier contains this text, case-insensitive.', optional(text(1, 100)), {
    omitFromExample: true,
    example: 'hormuz',
  })
  q?: string;
}

@Dto('A line across which passages of vessels are counted.')
export class FlowDto {
  @Field('The identifier, which `GET /geospatial/flows/{id}` takes.', idRule(), { example: 'hormuz' })
  id!: string;

  @Field('The display name.', text(1, 100), { example: 'Strait of Hormuz' })
  name!: string;

  @Field(
    'The kind of line: across a strait or canal, a circle of 15 km around a port, or a line of yours.',
    choice(flowKinds),
    {
      example: 'strait',
    },
  )
  kind!: FlowKind;

  @Field(
    'Time from which passages across a line of yours are counted (UTC); null for other lines.',
    nullable(timestamp()),
    { example: null },
  )
  countedSince!: string | null;

  @Field('The UN/LOCODE of a port; null for other kinds.', nullable(text(5, 5)), { example: null })
  locode!: string | null;

  @Field(
    'Name of the direction `forward`, such as `outbound`: from the left of the line to its right, seen from its ' +
      'first corner.',
    text(1, 50),
    { example: 'outbound' },
  )
  forwardLabel!: string;

  @Field('Name of the direction `backward`, such as `inbound`.', text(1, 50), { example: 'inbound' })
  backwardLabel!: string;

  @Field('The corners of the line.', objects(PositionDto, 100, 2), {
    example: [
      { lat: 26.3, lon: 56.35 },
      { lat: 26.93, lon: 56.27 },
    ],
  })
  line!: PositionDto[];

  @Field(
    'Symbols of its instruments for `GET /markets/candles/{symbol}`, charts and rules: passages of all vessels, ' +
      'tankers and cargo ships in 24 hours, in both directions and, with `-F` and `-B`, forward or backward. Those ' +
      'of a line of yours are for you alone.',
    list(text(6, 29), 20),
    { example: ['HORMUZ.FLOW', 'HORMUZ-F.FLOW', 'HORMUZ-B.FLOW', 'HORMUZ-TANKERS.FLOW'] },
  )
  symbols!: string[];

  static from(flow: Flow): FlowDto {
    const { id, name, kind, locode, forward, backward, corners, countedSince } = flow;
    const line = corners.map(([lon, lat]) => ({ lat: rounded(lat, 6), lon: rounded(lon, 6) }));
    return Object.assign(new FlowDto(), {
      id,
      name,
      kind,
      countedSince: countedSince === undefined ? null : new Date(countedSince).toISOString(),
      locode,
      forwardLabel: forward,
      backwardLabel: backward,
      line,
      symbols: symbolsOfFlow(flow).map(({ symbol }) => symbol),
    });
  }
}

@Dto('All flows that match.')
export class FlowListDto {
  @Field('Your lines first, then straits and canals, then ports.', objects(FlowDto, MAX_FLOWS))
  items!: FlowDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(flows: readonly Flow[]): FlowListDto {
    return Object.assign(new FlowListDto(), { items: flows.map(FlowDto.from) });
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
