import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import { MAX_STEPS, type RecordedStep, type RequestRecording } from '../../../debugging/request-recordings.js';
import type { SpanAttributes } from '../../../logging/span.js';

const MAX_COUNT = 1_000_000_000;
const requestId = () => text(8, 64, /^[A-Za-z0-9._-]+$/);
const begins = 'Beginning, in milliseconds after that of the request.';
const lasts = 'Duration in milliseconds; null while it runs.';

export const requestParameter = {
  requestId: {
    description: 'Id of the request, from the header `X-Request-Id` of its response.',
    rule: requestId(),
    example: '5f0c7a52-6b1e-4d6a-9c43-0d0b6f3f9a11',
  },
};

@Dto('A part of the handling of a request.')
export class RequestPhaseDto {
  @Field(
    '`checks`: everything before the controller, such as authentication and limits; `controller`: with reading ' +
      'the body; `response`: writing the response.',
    choice(['checks', 'controller', 'response']),
    { example: 'controller' },
  )
  name!: string;

  @Field(begins, number(0), { example: 0.9 })
  startMs!: number;

  @Field(lasts, nullable(number(0)), { example: 3.2 })
  durationMs!: number | null;
}

@Dto('An attribute of a step.')
export class RequestStepAttributeDto {
  @Field('Name, as in OpenTelemetry where it has one.', text(1, 100), { example: 'db.operation.name' })
  name!: string;

  @Field('Value of the attribute.', text(0, 1_000), { example: 'SELECT' })
  value!: string;
}

@Dto('A statement, a call or another piece of work of a request.')
export class RequestStepDto {
  @Field(
    '`statement` of the database, `call` of an upstream or webhook, or `other`.',
    choice(['statement', 'call', 'other']),
    { example: 'statement' },
  )
  type!: string;

  @Field('Name of the step, such as the start of its SQL statement or the called host.', text(1, 500), {
    example: 'SELECT portfolios',
  })
  name!: string;

  @Field(begins, number(0), { example: 1.4 })
  startMs!: number;

  @Field(lasts, nullable(number(0)), { example: 0.8 })
  durationMs!: number | null;

  @Field('A code for the failure; null when it did not fail.', nullable(text(1, 100)), { example: null })
  error!: string | null;

  @Field('Attributes, such as the text of a statement without its values.', objects(RequestStepAttributeDto, 100))
  attributes!: RequestStepAttributeDto[];

  static from({ name, kind, startMs, durationMs, attributes, error }: RecordedStep): RequestStepDto {
    const type = 'db.system.name' in attributes ? 'statement' : kind === 'client' ? 'call' : 'other';
    return Object.assign(new RequestStepDto(), {
      type,
      name: name.slice(0, 500),
      startMs: rounded(startMs),
      durationMs: roundedIfKnown(durationMs),
      error,
      attributes: attributesOf(attributes),
    });
  }
}

@Dto('The record of a request.')
export class RecordedRequestDto {
  @Field('Id of the request.', requestId(), { example: '5f0c7a52-6b1e-4d6a-9c43-0d0b6f3f9a11' })
  requestId!: string;

  @Field('HTTP method.', text(1, 20), { example: 'GET' })
  method!: string;

  @Field('Path of its operation; null if no operation has this path.', nullable(text(1, 300)), {
    example: '/api/v1/portfolios/:id',
  })
  route!: string | null;

  @Field('Status of the answer; null while it runs.', nullable(integer(100, 599)), { example: 200 })
  status!: number | null;

  @Field('Time of arrival (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  startedAt!: string;

  @Field(lasts, nullable(number(0)), { example: 4.6 })
  durationMs!: number | null;

  @Field('The parts of its handling.', objects(RequestPhaseDto, 10))
  phases!: RequestPhaseDto[];

  @Field('Statements, calls and other work, by their beginning.', objects(RequestStepDto, MAX_STEPS))
  steps!: RequestStepDto[];

  @Field('Number of steps that were left out, beyond the first 100.', integer(0, MAX_COUNT), { example: 0 })
  droppedStepCount!: number;

  @Field('Values found in the caches of upstream data.', integer(0, MAX_COUNT), { example: 2 })
  cacheHitCount!: number;

  @Field('Values that were not in them.', integer(0, MAX_COUNT), { example: 1 })
  cacheMissCount!: number;

  static from(recording: RequestRecording): RecordedRequestDto {
    const { requestId, startedAt, durationMs, attributes, steps, dropped } = recording;
    const sum = (name: string) =>
      [attributes, ...steps.map((step) => step.attributes)].reduce((total, one) => total + Number(one[name] ?? 0), 0);
    return Object.assign(new RecordedRequestDto(), {
      requestId,
      method: attributes['http.request.method'],
      route: attributes['http.route'] ?? null,
      status: attributes['http.response.status_code'] ?? null,
      startedAt: startedAt.toISOString(),
      durationMs: roundedIfKnown(durationMs),
      phases: phasesOf(recording),
      steps: steps.map(RequestStepDto.from),
      droppedStepCount: dropped,
      cacheHitCount: sum('watchfloor.cache.hits'),
      cacheMissCount: sum('watchfloor.cache.misses'),
    });
  }
}

function phasesOf({ marks, durationMs }: RequestRecording): RequestPhaseDto[] {
  const begun = [{ name: 'checks', atMs: 0 }, ...marks];
  return begun.map(({ name, atMs }, index) => {
    const endMs = begun[index + 1]?.atMs ?? durationMs;
    return Object.assign(new RequestPhaseDto(), {
      name,
      startMs: rounded(atMs),
      durationMs: roundedIfKnown(endMs === null ? null : endMs - atMs),
    });
  });
}

function attributesOf(attributes: SpanAttributes): RequestStepAttributeDto[] {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return present.map(([name, value]) =>
    Object.assign(new RequestStepAttributeDto(), { name, value: String(value).slice(0, 1_000) }),
  );
}

/** Rounds milliseconds to microseconds. */
const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;
const roundedIfKnown = (ms: number | null): number | null => (ms === null ? null : rounded(ms));
