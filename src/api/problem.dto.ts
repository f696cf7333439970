import { Dto, Field } from './field.js';
import { MAX_FIELD_PROBLEMS, MAX_POINTER_LENGTH, problems } from './problem.js';
import { choice, integer, objects, optional, text } from './rules.js';

@Dto('One invalid part of a request.')
export class FieldProblemDto {
  @Field('The part of the request.', choice(['body', 'query', 'path', 'header', 'cookie']), { example: 'body' })
  in: string;

  @Field(
    'In the body a JSON Pointer (`/email`); elsewhere `in`, a slash and the name, such as `query/limit`; a ' +
      'third part is an index in a list.',
    text(0, MAX_POINTER_LENGTH),
    { example: '/email' },
  )
  pointer: string;

  @Field('The name of the parameter, header or cookie; absent for the body.', optional(text(1, MAX_POINTER_LENGTH)), {
    omitFromExample: true,
    example: 'limit',
  })
  name?: string;

  @Field('Rule that the value violates. The submitted value is never repeated.', text(1, 1000), {
    example: 'must be an e-mail address',
  })
  detail: string;

  // Three fields instead of an object: every operation can return a problem, and nesting makes all of them harder for
  // programs to read.
  @Field('Position of a syntax error in UTF-16 code units; absent for other errors.', optional(integer(0, 1_000_000)), {
    omitFromExample: true,
    example: 4,
  })
  offset?: number;

  @Field('The line of the error; the first one is 1.', optional(integer(1, 1_000_000)), {
    omitFromExample: true,
    example: 1,
  })
  line?: number;

  @Field('The column of the error in UTF-16 code units; the first one is 1.', optional(integer(1, 1_000_000)), {
    omitFromExample: true,
    example: 5,
  })
  column?: number;
}

/** The body of every error response (RFC 9457). */
@Dto('Problem Details (RFC 9457): the form of every error.')
export class ProblemDto {
  @Field('Page that explains the problem, relative to this service.', text(1, 200), {
    example: '/problems/invalid_request',
    schema: { format: 'uri-reference' },
  })
  type: string;

  @Field('Title of the kind of problem; the same for every occurrence.', text(1, 200), {
    example: problems.invalid_request.title,
  })
  title: string;

  @Field('The HTTP status.', integer(400, 599), { example: 400 })
  status: number;

  @Field('Cause of the error and its remedy, as text for people.', optional(text(1, 2000)), {
    example: 'Some fields are not valid; see errors.',
  })
  detail?: string;

  @Field('The path of the request.', optional(text(1, 2000)), {
    example: '/api/v1/auth/login',
    schema: { format: 'uri-reference' },
  })
  instance?: string;

  @Field('The kind of problem, for a program. New codes may be added.', choice(Object.keys(problems)), {
    example: 'invalid_request',
    schema: { 'x-extensible': true },
  })
  code: string;

  @Field('Identifier of the request, also in `X-Request-Id` and in the logs.', text(1, 64), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  requestId: string;

  @Field(
    `The invalid parts of a request; at most ${MAX_FIELD_PROBLEMS}.`,
    optional(objects(FieldProblemDto, MAX_FIELD_PROBLEMS)),
  )
  errors?: FieldProblemDto[];

  @Field(
    'Only with the code `mfa_required`: send it with a code to `POST /auth/mfa/verify` within 5 minutes.',
    optional(text(43, 43)),
    {
      omitFromExample: true,
      example: 'q3lT0nXcV9mYw2Hk7sB1dFzJr6PgE8uA4iOoLtKxZ5M',
    },
  )
  challenge?: string;
}
