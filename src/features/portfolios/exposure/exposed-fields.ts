import { Field } from '../../../api/field.js';
import { integer, list, number, optional, text, uuid } from '../../../api/rules.js';

/** The rule for the id of a country, port or strait. */
export const placeId = () =>
  text(
    9,
    120,
    /^(?:country:[A-Z]{2}|port:[a-z0-9-]+|strait:[a-z0-9-]+)$/,
    'the id of a place, such as strait:strait-of-hormuz, port:nl-rotterdam or country:NL',
  );

/** The fields of a request that give an event, a position or a place. */
export const exposedFields = {
  place: () =>
    Field(
      'A place by its id; countries, ports and straits are in `GET /portfolios/exposure/places`. Not with ' +
        '`near` or `eventId`.',
      optional(placeId()),
      {
        example: 'strait:strait-of-hormuz',
      },
    ),
  // These fields have no examples, since exactly one of them may be given: a client that sends every example would be
  // rejected.
  near: () =>
    Field(
      'A position: latitude, longitude in degrees, such as `26.5,56.3`. Not with `eventId` or `place`.',
      optional(list(number(-180, 180), 2, 2)),
      {
        isWithoutExample: true,
      },
    ),
  radiusMeters: () =>
    Field(
      'Distance from `near` or from the event, in meters, in addition to the reach of each place.',
      optional(integer(1, 5_000_000)),
      {
        default: 50_000,
        example: 50_000,
      },
    ),
  eventId: () =>
    Field('A geo event, as in `GET /geospatial/events`. Not with `near` or `place`.', optional(uuid()), {
      isWithoutExample: true,
    }),
};
