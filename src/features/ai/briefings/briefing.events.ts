import { Dto, Field } from '../../../api/field.js';
import { objects, text, timestamp, uuid } from '../../../api/rules.js';
import { EventType } from '../../../events/event-type.js';

@Dto('A record that a briefing relies on.')
export class BriefingCitationDto {
  @Field('The kind of record.', text(1, 50), { example: 'event' })
  recordType!: string;

  @Field('Id of the cited record.', text(1, 500), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  recordId!: string;

  @Field('Where to read it: a path of this API.', text(1, 2_000), {
    example: '/api/v1/timeline/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  href!: string;
}

@Dto('A scheduled briefing.')
export class BriefingDataDto {
  @Field('The schedule, as in `GET /ai/briefing-schedules/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  scheduleId!: string;

  @Field('The name of the schedule.', text(1, 100), { example: 'Morning' })
  name!: string;

  @Field('Start of the period, inclusive (UTC).', timestamp(), { example: '2026-11-19T07:00:00.000Z' })
  from!: string;

  @Field('End of the period, exclusive (UTC).', timestamp(), { example: '2026-11-20T07:00:00.000Z' })
  to!: string;

  @Field('The briefing, in Markdown.', text(1, 40_000), {
    example: '# Morning\n\n## Events\n\nNo notable events in this period.',
  })
  content!: string;

  @Field('The records that it relies on.', objects(BriefingCitationDto, 100))
  citations!: BriefingCitationDto[];
}

export const briefingSchedule = new EventType({
  type: 'ai.briefing',
  description: 'A briefing that you have scheduled.',
  data: BriefingDataDto,
  subject: 'briefing:01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  audience: 'owner',
  tag: 'ai',
  severities: [1],
  facets: ({ scheduleId }) => ({ keys: [`briefing:${scheduleId}`], severity: 1 }),
  title: ({ name }) => `Briefing: ${name}`,
});
