import { Field } from '../../../api/field.js';
import { flag, integer, line, list, optional, text } from '../../../api/rules.js';

// Query parameters of lists and streams of aircraft.

export const RegistrationField = (): PropertyDecorator =>
  Field(
    'Only aircraft with one of these registrations; hyphens are ignored, and it is case-insensitive.',
    optional(list(text(1, 12, /^[A-Za-z0-9-]+$/, 'letters, digits and hyphens'), 50, 1)),
    { omitFromExample: true, example: ['EI-DEO'] },
  );

export const AircraftTypeField = (): PropertyDecorator =>
  Field(
    'Only aircraft of these types: ICAO type designators such as `A320`, case-insensitive.',
    optional(list(text(2, 4, /^[A-Za-z0-9]+$/, 'letters and digits'), 50, 1)),
    { omitFromExample: true, example: ['A320', 'B738'] },
  );

export const OperatorField = (): PropertyDecorator =>
  Field('Only aircraft whose operator contains this text, case-insensitive.', optional(line(1, 100)), {
    omitFromExample: true,
    example: 'Ryanair',
  });

export const MilitaryField = (): PropertyDecorator =>
  Field('Only aircraft that are known to be military (`true`), or that are not (`false`).', optional(flag()), {
    omitFromExample: true,
    example: false,
  });

export const MinAltitudeField = (): PropertyDecorator =>
  Field(
    'Minimum barometric altitude in feet; aircraft without a known altitude, as on the ground, do not match.',
    optional(integer(-2_000, 130_000)),
    { omitFromExample: true, example: 10_000 },
  );

export const MaxAltitudeField = (): PropertyDecorator =>
  Field(
    'Maximum barometric altitude in feet; aircraft without a known altitude, as on the ground, do not match.',
    optional(integer(-2_000, 130_000)),
    { omitFromExample: true, example: 41_000 },
  );
