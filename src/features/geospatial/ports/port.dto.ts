import type { FeatureDescription } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, object, objects, optional, text } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { AreaQuery, DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import { arrivalMeters, HARBOR_METERS, PORT_CALL_METERS } from '../detectors/port-table.js';
import type { Nearby } from '../nearby.js';
import { PositionDto } from '../position.dto.js';
import type { PortSource } from '../reference/port-list.js';
import { type Port, type PortSizeName, portSizes } from './port.js';

const country = text(2, 2, /^[A-Za-z]{2}$/, 'two letters such as NL');
const locodePattern = /^[A-Za-z]{2}[A-Za-z2-9]{3}$/;

/** The UN/LOCODE in a path; lower case is accepted. */
export const locodeParameter = {
  description: 'UN/LOCODE of the port without a space, case-insensitive.',
  rule: text(5, 5, locodePattern, 'a UN/LOCODE such as NLRTM'),
  example: 'NLRTM',
};

@Dto('Filters of ports. A port must match all of them.')
export class PortsQuery extends AreaQuery {
  @Field(
    'Only ports of which a name or code contains words that begin with these, case- and accent-insensitive.',
    optional(text(1, 100)),
    { omitFromExample: true, example: 'rotterdam' },
  )
  q?: string;

  @Field('Only ports of these countries: two letters (ISO 3166-1), case-insensitive.', optional(list(country, 50, 1)), {
    omitFromExample: true,
    example: ['NL'],
  })
  country?: string[];

  @Field('Only ports of these sizes.', optional(list(choice(portSizes), portSizes.length, 1)), {
    omitFromExample: true,
    example: ['large', 'medium'],
  })
  size?: PortSizeName[];
}

@Dto('The positions and distances by which this service detects that a vessel calls at a port.')
class PortDetectionDto {
  @Field(
    'The positions of the port from which the distance of a vessel is measured; a large port may have several.',
    objects(PositionDto, 10, 1),
  )
  positions!: PositionDto[];

  @Field('Greatest distance in meters at which a stopped vessel has arrived.', integer(1, 100_000), { example: 6_000 })
  arrivalRadiusMeters!: number;

  @Field('Greatest distance in meters at which a vessel that reports to be moored has arrived.', integer(1, 100_000), {
    example: 8_500,
  })
  mooredRadiusMeters!: number;

  @Field('Distance in meters beyond which a vessel has departed.', integer(1, 100_000), { example: 9_000 })
  departureRadiusMeters!: number;

  @Field(
    'Radius in meters of the harbor, in which vessels that lie still are neither loitering nor in an encounter.',
    integer(1, 100_000),
    { example: 10_000 },
  )
  harborRadiusMeters!: number;
}

@Dto('A port.')
export class PortDto {
  @Field('The UN/LOCODE; for a port without one, its latitude and longitude.', text(3, 40), { example: 'NLRTM' })
  id!: string;

  @Field(
    'The UN/LOCODE; null if it is unknown. Only ports with a code can be read by it.',
    nullable(text(5, 5, locodePattern, 'a UN/LOCODE')),
    { example: 'NLRTM' },
  )
  locode!: string | null;

  @Field('Other UN/LOCODEs that are in use for the port.', list(text(5, 5), 10), { example: [] })
  otherLocodes!: string[];

  @Field('The name in the source.', text(1, 100), { example: 'Rotterdam' })
  name!: string;

  @Field('Other names: in English, former ones and short forms.', list(text(1, 100), 20), { example: [] })
  otherNames!: string[];

  @Field('The country, two letters (ISO 3166-1); null if unknown.', nullable(text(2, 2)), { example: 'NL' })
  country!: string | null;

  @Field('The name of the country in English; null if unknown.', nullable(text(1, 100)), { example: 'Netherlands' })
  countryName!: string | null;

  @Field('The size of the port in the source, by its area, facilities and wharf space.', choice(portSizes), {
    example: 'large',
  })
  size!: PortSizeName;

  @Field(
    'The position of the port, or of its largest part.',
    object(() => PositionDto),
  )
  position!: PositionDto;

  @DistanceField()
  distanceMeters?: number;

  @Field(
    'The positions and distances by which calls at the port are detected.',
    object(() => PortDetectionDto),
  )
  detection!: PortDetectionDto;

  @Field(
    'The source of name, position and size: the World Port Index (Pub. 150), or Natural Earth.',
    choice(['world_port_index', 'natural_earth']),
    { example: 'world_port_index' },
  )
  source!: PortSource;

  static from(port: Nearby<Port>): PortDto {
    const { id, locode, otherLocodes, name, otherNames, country, countryName, size, position, source, parts } = port;
    const { distanceMeters } = port;
    return Object.assign(new PortDto(), {
      id,
      locode,
      otherLocodes: [...otherLocodes],
      name,
      otherNames: [...otherNames],
      country,
      countryName,
      size,
      position,
      ...(distanceMeters === undefined ? {} : { distanceMeters }),
      detection: {
        positions: parts.map(({ lat, lon }) => ({ lat, lon })),
        arrivalRadiusMeters: PORT_CALL_METERS.arrival,
        mooredRadiusMeters: arrivalMeters(true),
        departureRadiusMeters: PORT_CALL_METERS.departure,
        harborRadiusMeters: Math.max(...parts.map((part) => HARBOR_METERS[part.size])),
      },
      source,
    });
  }
}

export const PortPageDto = pageOf(PortDto, 'PortPageDto', 'A page of ports, by name.', MAX_FEATURES);

export const portFeatures: FeatureDescription = {
  dto: PortDto,
  without: ['id', 'position'],
  geometry: ['Point'],
  id: 'NLRTM',
};
