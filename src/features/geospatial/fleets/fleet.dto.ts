import { answerOf } from '../../../api/answer.js';
import { Dto, Field, sharedField } from '../../../api/field.js';
import { line, list, nullable, optional, text, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Fleet } from '../geospatial.schema.js';

/** Maximum number of members of a fleet. */
export const MAX_MEMBERS = 1_000;
const entity = () =>
  text(
    13,
    20,
    /^(?:vessel:[0-9]{9}|aircraft:~?[0-9A-Fa-f]{6})$/,
    'an object such as vessel:219024336 or aircraft:4ca2d6',
  );

/** Declares the query parameter `entity` of lists and streams of moving objects. */
export const EntityField = (): PropertyDecorator =>
  Field(
    'Only these objects, such as `vessel:219024336` or `aircraft:4ca2d6`. Objects of other kinds match nothing.',
    optional(list(entity(), 200, 1)),
    { omitFromExample: true, example: ['vessel:219024336'] },
  );

/** The parameter of operations that take the fleets of other accounts by grants. */
export const grantedFleet = { fleetId: '/geospatial/fleets' };

/** Declares the query parameter `fleetId` of lists and streams of moving objects. */
export const FleetField = (): PropertyDecorator =>
  Field('Only members of this fleet, yours or granted to you, as in `GET /geospatial/fleets`.', optional(uuid()), {
    isWithoutExample: true,
  });

const name = sharedField('The display name.', line(1, 100), { example: 'Tankers we insure' });
const note = () => nullable(text(1, 2_000));
const noteText = 'A note of up to 2,000 characters; null without one.';
const members = sharedField(
  'Its vessels and aircraft, as `vessel:<MMSI>` and `aircraft:<24-bit address>`; duplicates are removed.',
  list(entity(), MAX_MEMBERS),
  { example: ['vessel:219024336', 'aircraft:4ca2d6'] },
);

@Dto('A named group of vessels and aircraft to create.')
export class NewFleetDto {
  @name() name!: string;

  @Field(noteText, optional(note()), { example: 'Renewal in March.' })
  note?: string | null;

  @members() members!: string[];
}

@Dto('Changes to a fleet (RFC 7396). Omitted fields are unchanged; `members` replaces all members.')
export class FleetChangesDto {
  @name.optional() name?: string;

  @Field(noteText, optional(note()), { example: 'Renewal in March.' })
  note?: string | null;

  @members.optional() members?: string[];
}

@Resource('A named group of vessels and aircraft.', { grantable: true })
export class FleetDto extends ResourceDto {
  @name() name!: string;

  @Field(noteText, note(), { example: 'Renewal in March.' })
  note!: string | null;

  @members() members!: string[];

  static from(fleet: Fleet): FleetDto {
    return answerOf(FleetDto, fleet);
  }
}

export const FleetPageDto = pageOf(FleetDto, 'FleetPageDto', 'A page of fleets, oldest first.');
