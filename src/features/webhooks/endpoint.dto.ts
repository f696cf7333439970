import { Dto, Field } from '../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../api/rules.js';
import { pageOf } from '../../http/page.js';
import { disabledReasons, type Endpoint } from './endpoint.js';
import { type WebhookFormat, webhookFormats } from './formats/webhook-format.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
const someTime = '2026-11-20T23:15:00.000Z';
const formats = () => choice(webhookFormats);
const formatMeaning =
  '`generic`: signed CloudEvents; `slack`, `discord`, `teams`: messages for an incoming webhook of that chat, ' +
  'unsigned, because its URL is the secret.';
const callsPerMinute = () => nullable(integer(1, 6_000));
const rateMeaning =
  'Maximum number of calls per minute, evenly spaced: further deliveries wait for their turn. Null: the service sets ' +
  'no limit, except for chats.';
const headersMeaning =
  'Headers that each delivery has in addition, such as a token for the receiver. Values are stored encrypted and never ' +
  'returned. Names of the connection, of the content and of signatures are rejected (422).';
const templateMeaning =
  'Template of the bodies, for the format `generic`: JSON whose texts may contain names of fields of the event in double ' +
  'braces, such as {{data.status}}. A text that is one placeholder becomes the value itself. At most 100 placeholders. ' +
  'Null: the body is the whole event.';
const templateExample = '{"text": "{{title}}", "details": "{{data}}"}';
const orderMeaning =
  '`entity`: deliveries of events with one subject, such as a vessel, are made in the order of the log; each waits ' +
  'until the earlier ones are delivered or have failed for good, and those of other subjects do not wait. Null: deliveries ' +
  'do not wait for each other.';
const orderBy = () => nullable(choice(['entity']));
const bodyTemplate = () => nullable(text(2, 10_000));
const ownHeaders = () =>
  list(
    object(() => WebhookHeaderDto),
    10,
  );
const instantOf = (time: Date | null) => time?.toISOString() ?? null;

@Dto('A header of deliveries to an endpoint.')
export class WebhookHeaderDto {
  @Field('Name of the header, case-insensitive.', text(1, 100, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/), {
    example: 'Authorization',
  })
  name!: string;

  @Field(
    'Value: printable ASCII characters without spaces at its ends.',
    text(1, 1_000, /^[!-~](?:[ -~]*[!-~])?$/, 'printable ASCII characters without line breaks or spaces at its ends'),
    { example: 'Bearer 6f1c9a' },
  )
  value!: string;
}

@Dto('A recovery of what an endpoint missed.')
export class RecoveryDto {
  @Field('Start of the time range (UTC, inclusive).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  since!: string;

  @Field('End of the time range (UTC, exclusive).', timestamp(), { example: '2026-11-20T12:00:00.000Z' })
  until!: string;

  @Field('Number of deliveries queued so far.', integer(0, 9_007_199_254_740_991), { example: 42 })
  queued!: number;

  @Field('Time of completion (UTC); null while it runs.', nullable(timestamp()), { example: null })
  finishedAt!: string | null;
}

@Dto(
  'Where events are delivered. The signing secret is shown only when the endpoint is created or the ' +
    'secret is rotated.',
)
export class WebhookEndpointDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: id })
  id!: string;

  @Field('The URL that is called, in its normal form.', text(1, 2000), {
    example: 'https://hooks.example.org/watchfloor',
  })
  url!: string;

  @Field('A note of its owner.', text(0, 500), { example: 'The on-call bot' })
  description!: string;

  @Field(`Format of the deliveries. ${formatMeaning}`, formats(), { example: 'generic' })
  format!: WebhookFormat;

  @Field(rateMeaning, callsPerMinute(), { example: null })
  maxPerMinute!: number | null;

  @Field('Names of the own headers of deliveries; their values are never returned.', list(text(1, 100), 10), {
    example: ['Authorization'],
  })
  headerNames!: string[];

  @Field(orderMeaning, orderBy(), { example: null })
  orderBy!: 'entity' | null;

  @Field(templateMeaning, bodyTemplate(), { example: null })
  bodyTemplate!: string | null;

  @Field('Whether events are delivered.', flag(), { example: true })
  enabled!: boolean;

  @Field('When the endpoint was disabled (UTC); null while it is enabled.', nullable(timestamp()), { example: null })
  disabledAt!: string | null;

  @Field(
    'Reason: `paused` by its owner or an operator, `failing` for five days, `gone` because it returned 410 or, ' +
      'in the format of a chat, 404, `secret_lost` because the service can no longer read its signing secret ' +
      '(rotate it, then enable the endpoint); null while enabled.',
    nullable(choice(disabledReasons)),
    { example: null },
  )
  disabledReason!: string | null;

  @Field(
    'The first failed attempt since the last success (UTC); null when the last one succeeded. After five days ' +
      'of failures the endpoint is disabled.',
    nullable(timestamp()),
    {
      example: null,
    },
  )
  failingSince!: string | null;

  @Field('The running or last recovery; null before the first recovery.', nullable(object(() => RecoveryDto)))
  recovery!: RecoveryDto | null;

  @Field('When it was made (UTC).', timestamp(), { example: someTime })
  createdAt!: string;

  @Field('Time of the last change by its owner or by delivery results (UTC).', timestamp(), { example: someTime })
  updatedAt!: string;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from(endpoint: Endpoint): WebhookEndpointDto {
    return Object.assign(new WebhookEndpointDto(), shown(endpoint));
  }
}

@Dto('An endpoint with its new secret, which is shown only once.')
export class WebhookEndpointWithSecretDto extends WebhookEndpointDto {
  @Field(
    'Secret that signs deliveries from now on: `whsec_` and 32 bytes in Base64, as Standard Webhooks libraries ' +
      'expect it.',
    text(50, 50, /^whsec_[A-Za-z0-9+/]{43}=$/),
    {
      example: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    },
  )
  secret!: string;

  static with({ endpoint, secret }: { endpoint: Endpoint; secret: string }): WebhookEndpointWithSecretDto {
    return Object.assign(new WebhookEndpointWithSecretDto(), { ...shown(endpoint), secret });
  }
}

function shown(endpoint: Endpoint): WebhookEndpointDto {
  const {
    id,
    url,
    description,
    format,
    maxPerMinute,
    headers,
    bodyTemplate,
    orderBy,
    disabledAt,
    disabledReason,
    failingSince,
    recovery,
    createdAt,
    updatedAt,
    version,
  } = endpoint;
  return {
    id,
    url,
    description,
    format,
    maxPerMinute,
    headerNames: headers.map(({ name }) => name),
    bodyTemplate,
    orderBy,
    enabled: disabledAt === null,
    disabledAt: instantOf(disabledAt),
    disabledReason,
    failingSince: instantOf(failingSince),
    recovery: recovery && {
      since: recovery.since,
      until: recovery.until,
      queued: recovery.queued,
      finishedAt: recovery.finishedAt,
    },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    version,
  };
}

export const WebhookEndpointPageDto = pageOf(
  WebhookEndpointDto,
  'WebhookEndpointPageDto',
  'A page of endpoints, oldest first.',
);

@Dto('A new endpoint.')
export class NewWebhookEndpointDto {
  @Field('URL to deliver to: https, a public host, without credentials.', text(1, 2000), {
    example: 'https://hooks.example.org/watchfloor',
  })
  url!: string;

  @Field('Your note on the purpose of the endpoint.', optional(text(0, 500)), {
    example: 'The on-call bot',
    default: '',
  })
  description: string = '';

  @Field(`Format of the deliveries. Default: \`generic\`. ${formatMeaning}`, optional(formats()), {
    example: 'generic',
  })
  format?: WebhookFormat;

  @Field(rateMeaning, optional(callsPerMinute()), { example: 60 })
  maxPerMinute: number | null = null;

  @Field(headersMeaning, optional(ownHeaders()))
  headers?: WebhookHeaderDto[];

  @Field(templateMeaning, optional(bodyTemplate()), { example: templateExample })
  bodyTemplate: string | null = null;

  @Field(orderMeaning, optional(orderBy()), { example: 'entity' })
  orderBy: 'entity' | null = null;
}

@Dto('Changes to a webhook endpoint (RFC 7396). Omitted fields are unchanged.')
export class WebhookEndpointChangesDto {
  @Field(
    'URL to deliver to: https, a public host, without credentials. A new URL clears the failure record.',
    optional(text(1, 2000)),
    {
      example: 'https://hooks.example.org/watchfloor',
    },
  )
  url?: string;

  @Field('Your note on the purpose of the endpoint.', optional(text(0, 500)), { example: 'The on-call bot' })
  description?: string;

  @Field(`Format from the next attempt on. ${formatMeaning}`, optional(formats()), { example: 'slack' })
  format?: WebhookFormat;

  @Field(`${rateMeaning} A change applies to deliveries that do not yet have a turn.`, optional(callsPerMinute()), {
    example: 60,
  })
  maxPerMinute?: number | null;

  @Field(
    `${headersMeaning} Replaces all of them. Required with a URL at another host, unless the endpoint has no headers.`,
    optional(ownHeaders()),
  )
  headers?: WebhookHeaderDto[];

  @Field(`${templateMeaning} A change applies from the next attempt on.`, optional(bodyTemplate()), { example: null })
  bodyTemplate?: string | null;

  @Field(`${orderMeaning} A change applies to events from now on.`, optional(orderBy()), { example: 'entity' })
  orderBy?: 'entity' | null;

  @Field(
    'False pauses the endpoint: pending deliveries fail and can be recovered. True resumes deliveries and ' +
      'resets the failure record.',
    optional(flag()),
    {
      example: true,
    },
  )
  enabled?: boolean;
}

@Dto('The settings of a secret rotation.')
export class RotateSecretQuery {
  @Field(
    'True: earlier secrets stop signing at once. False: earlier secrets keep signing, together with the ' +
      'new one, for 24 hours.',
    optional(flag()),
    { default: false, example: false },
  )
  revokeOld: boolean = false;
}

@Dto('The time range to recover.')
export class WebhookRecoveryRequestDto {
  @Field(
    'Only events at this time or later; at most 30 days ago. A plain date is the start of that day (UTC).',
    timeOrDay(),
    {
      example: '2026-11-20T00:00:00Z',
    },
  )
  since!: string;

  @Field(
    'Only events before this time. Default: now. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20T12:00:00Z',
    },
  )
  until?: string;
}
