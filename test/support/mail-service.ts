import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { Dto, Field } from '../../src/api/field.js';
import { integer, optional, text } from '../../src/api/rules.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventType } from '../../src/events/event-type.js';
import { serviceFor } from './service-for.js';
import { type SmtpSink, smtpSinkFor } from './smtp-sink.js';
import type { Json, TestClient } from './test-client.js';
import type { TestService, TestServiceOptions } from './test-service.js';

@Dto('Something that a test makes happen.')
export class HappeningDto {
  @Field('Title.', text(0, 100_000), { example: 'Something' })
  title!: string;

  @Field('Severity.', optional(integer(1, 5)), { example: 1 })
  severity?: number;

  @Field('Group.', optional(text(1, 100)), { example: 'group' })
  groupId?: string;
}

const happening = (type: string) =>
  new EventType({
    type,
    description: '.',
    data: HappeningDto,
    audience: 'owner',
    tag: 'health',
    severities: [1, 2, 3, 4, 5],
    facets: ({ severity }: HappeningDto) => ({ severity }),
  });

export interface MailService extends TestService {
  sink: SmtpSink;
  /** Creates an account with a subscription to every event, delivered by e-mail. */
  reader(delivery?: object): Promise<{ owner: Awaited<ReturnType<TestService['signedIn']>>; subscription: Json }>;
  /** Appends an event of an account. @returns its id */
  happen(accountId: string, data: HappeningDto, more?: { type?: string; subject?: string }): Promise<string>;
  /** Queues the mails of new events and sends the mails that are due. */
  deliver(): Promise<void>;
}

/** Starts a service that sends its mail to a server of the test. */
export async function mailServiceFor(t: ExecutionContext, options: TestServiceOptions = {}): Promise<MailService> {
  const sink = await smtpSinkFor(t);
  const env = { SVC_SMTP_URL: sink.url, SVC_SMTP_FROM: 'Watchfloor <watch@watch.example>', ...options.env };
  const service = await serviceFor(t, { ...options, env });
  const deliver = async () => {
    await service.settle();
    await service.jobs.runDue();
  };
  const reader = async (delivery: object = {}) => {
    const owner = await service.signedIn();
    const subscription = await mailed(owner, delivery);
    return { owner, subscription };
  };
  const happen = (
    accountId: string,
    data: HappeningDto,
    { type = 'test.happened', subject }: { type?: string; subject?: string } = {},
  ) => service.services.get(EventLog).append(happening(type), { data, subject, ownerId: accountId });
  return { ...service, sink, reader, happen, deliver };
}

/** Creates a subscription that is delivered by e-mail. */
export async function mailed(owner: TestClient, delivery: object = {}, request: object = {}): Promise<Json> {
  const { status, json } = await owner.post('/subscriptions', {
    ...{ name: 'All of mine', eventTypes: ['*'], delivery: { channel: 'email', ...delivery } },
    ...request,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}
