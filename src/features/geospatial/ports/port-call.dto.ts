import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  nullable,
  object,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { flagOf } from '../ais/flag.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { readSources, warningsOf } from '../data-origin.js';
import { EventProvenanceDto } from '../events/geo-event.dto.js';
import { isSimulated, providersOf } from '../geo-event.js';
import { PositionDto } from '../position.dto.js';
import type { PortCall } from './port-call.js';

@Dto('Filters of port calls, by the time of arrival.')
export class PortCallsQuery extends PageQuery {
  @OrderField('by `arrivedAt`', 'desc')
  order: Order = 'desc';

  @Field(
    'Only calls that began at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-20T00:00:00Z' },
  )
  from?: string;

  @Field(
    'Only calls that began before this time. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-21T00:00:00Z',
    },
  )
  to?: string;

  @Field('True: only vessels that are still there; false: only those that have departed.', optional(flag()), {
    omitFromExample: true,
    example: true,
  })
  ongoing?: boolean;
}

@Dto('The vessel of a port call.')
export class PortCallVesselDto {
  @Field('The MMSI, nine digits.', text(9, 9, /^\d{9}$/, 'nine digits'), { example: '235080274' })
  mmsi!: string;

  @Field('The name that it last reported; null if unknown.', nullable(text(1, 100)), { example: 'STENA BRITANNICA' })
  name!: string | null;

  @Field('The ship type; null if unknown.', nullable(choice(shipTypes)), { example: 'passenger' })
  shipType!: ShipType | null;

  @Field('The flag state, derived from the MMSI; null if unknown.', nullable(text(2, 2)), { example: 'GB' })
  flag!: string | null;
}

@Dto('The port of a call.')
export class PortCallPortDto {
  @Field('The UN/LOCODE; null if it is unknown.', nullable(text(5, 5)), { example: 'NLRTM' })
  locode!: string | null;

  @Field('The name in the table of ports.', text(1, 100), { example: 'Rotterdam' })
  name!: string;

  @Field('The country, two letters (ISO 3166-1); null if unknown.', nullable(text(2, 2)), { example: 'NL' })
  country!: string | null;
}

@Dto('A vessel arrived at a port, stopped there for at least ten minutes, and may have departed.')
export class PortCallDto {
  @Field('The id of the geo event, as in `GET /geospatial/events/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
  })
  id!: string;

  @Field(
    'The vessel, with its name and type as last reported.',
    object(() => PortCallVesselDto),
  )
  vessel!: PortCallVesselDto;

  @Field(
    'The port of the table that was nearest to the vessel when it stopped.',
    object(() => PortCallPortDto),
  )
  port!: PortCallPortDto;

  @Field(
    'The position at which the vessel stopped.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @Field('When the vessel stopped (UTC).', timestamp(), { example: '2026-11-20T06:55:00.000Z' })
  arrivedAt!: string;

  @Field(
    'When the vessel was first more than 9 km away (UTC); the time of its last report if it then was silent for a ' +
      'week; null while it is there.',
    nullable(timestamp()),
    { example: '2026-11-20T13:20:00.000Z' },
  )
  departedAt!: string | null;

  @Field('Seconds from arrival to departure; null while the vessel is there.', nullable(integer(0, 10_000_000_000)), {
    example: 23_100,
  })
  durationSeconds!: number | null;

  @Field(
    'The provider `detector`, and the records that the call was derived from.',
    object(() => EventProvenanceDto),
  )
  provenance!: EventProvenanceDto;

  static from({ event, mmsi, name, shipType, port }: PortCall): PortCallDto {
    const { id, position, startedAt, endedAt, reportedAt, updatedAt, provider, details } = event;
    const provenance = ProvenanceDto.from({
      provider,
      asOf: reportedAt,
      fetchedAt: updatedAt,
      delaySeconds: 0,
      stale: false,
      warnings: warningsOf(providersOf(event)),
    });
    return Object.assign(new PortCallDto(), {
      id,
      vessel: { mmsi, name, shipType, flag: flagOf(Number(mmsi)) },
      port,
      position,
      arrivedAt: startedAt.toISOString(),
      departedAt: endedAt?.toISOString() ?? null,
      durationSeconds: endedAt === null ? null : Math.round((endedAt.getTime() - startedAt.getTime()) / 1_000),
      provenance: Object.assign(provenance, {
        simulated: isSimulated(event),
        derivedFrom: readSources(details.derivedFrom),
      }),
    });
  }
}

export const PortCallPageDto = pageOf(PortCallDto, 'PortCallPageDto', 'A page of port calls, by arrival.');
