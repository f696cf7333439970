import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, number, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { type AlertSeverity, severities } from '../engine/engine-rule.js';
import type { Silence } from './silence.js';

const says = {
  comment: 'The reason for the silence, as free text.',
  rule: 'Only alerts of this rule.',
  severity: 'Only alerts of these severities.',
  symbol: 'Only alerts about one of these instruments.',
  bbox:
    'Only alerts within this box: west, south, east, north in degrees (WGS 84); west is greater than east ' +
    'where it crosses the antimeridian.',
  from: 'Start (UTC), inclusive.',
  to: 'End (UTC), exclusive.',
};
const bbox = () => list(number(-180, 180), 4, 4);
const severityList = () => list(choice(severities), severities.length, 1);
const symbolList = () => list(symbolRule, 100, 1);

@Dto(
  'A time in which matching alerts are not delivered. All conditions hold together; without any, all alerts ' +
    'are silenced.',
)
export class NewAlertSilenceDto {
  @Field(`${says.comment} Default: empty.`, optional(text(0, 500)), { example: 'Maintenance of the receiver' })
  comment?: string;

  @Field(`${says.rule} It must be one of yours.`, optional(uuid()), { omitFromExample: true })
  ruleId?: string;

  @Field(says.severity, optional(severityList()), { example: ['info', 'warning'] })
  severity?: AlertSeverity[];

  @Field(says.symbol, optional(symbolList()), { omitFromExample: true, example: ['AAPL.US'] })
  symbol?: string[];

  @Field(says.bbox, optional(bbox()), { omitFromExample: true, example: [-10, 35, 30, 60] })
  bbox?: number[];

  @Field(`${says.from} Default: now.`, optional(timestamp()), {
    omitFromExample: true,
    example: '2026-11-20T23:15:00.000Z',
  })
  from?: string;

  @Field(says.to, timestamp(), { example: '2030-01-01T00:00:00.000Z' })
  to!: string;
}

@Dto('Changes to a silence (RFC 7396). Omitted fields are unchanged.')
export class AlertSilenceChangesDto {
  @Field(says.comment, optional(text(0, 500)), { example: 'Maintenance of the receiver' })
  comment?: string;

  @Field(`${says.to} A time in the past ends the silence now.`, optional(timestamp()), {
    example: '2030-01-01T00:00:00.000Z',
  })
  to?: string;
}

@Resource('A time in which matching alerts are not delivered.', {
  createdAt: 'Creation time (UTC).',
})
export class AlertSilenceDto extends ResourceDto {
  @Field(says.comment, text(0, 500), { example: 'Maintenance of the receiver' })
  comment!: string;

  @Field(`${says.rule} Null: of any rule.`, nullable(uuid()), { example: null })
  ruleId!: string | null;

  @Field(`${says.severity} Null: of any severity.`, nullable(severityList()), { example: ['info', 'warning'] })
  severity!: string[] | null;

  @Field(`${says.symbol} Null: about anything.`, nullable(list(text(1, 50), 100, 1)), { example: null })
  symbol!: string[] | null;

  @Field(`${says.bbox} Null: anywhere.`, nullable(bbox()), { example: null })
  bbox!: number[] | null;

  @Field(says.from, timestamp())
  from!: string;

  @Field(says.to, timestamp(), { example: '2030-01-01T00:00:00.000Z' })
  to!: string;

  static from({ severities, symbols, startsAt, endsAt, ...silence }: Silence): AlertSilenceDto {
    return answerOf(AlertSilenceDto, { ...silence, severity: severities, symbol: symbols, from: startsAt, to: endsAt });
  }
}

export const AlertSilencePageDto = pageOf(AlertSilenceDto, 'AlertSilencePageDto', 'A page of silences, oldest first.');
