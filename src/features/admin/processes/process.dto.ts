import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, list, objects, text, timestamp, uuid } from '../../../api/rules.js';
import { roles } from '../../../config/service-config.js';
import type { ListedProcess } from '../../../coordination/process-registry.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';

const time = '2026-11-20T23:15:00.000Z';

@Dto('A process of the service.')
export class ServiceProcessDto {
  @Field('Identifier (UUIDv7), new at each start.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70' })
  id!: string;

  @Field('Host name and process id.', text(1, 300), { example: 'watchfloor-api-1:7' })
  name!: string;

  @Field('Roles of the process (`SVC_ROLES`).', list(choice(roles), roles.length), { example: ['worker', 'ingest'] })
  roles!: string[];

  @Field('Version of the program.', text(1, 50), { example: '0.3.0' })
  version!: string;

  @Field(
    'True for the leader: the one process that runs detectors, alert rules and shared feeds. As of the last heartbeat.',
    flag(),
    { example: true },
  )
  leader!: boolean;

  @Field(
    '`alive`: it wrote a heartbeat within 20 seconds; `silent`: it was killed, is frozen, or does not reach ' +
      'the database. A silent process is listed for a day.',
    choice(['alive', 'silent']),
    { example: 'alive' },
  )
  status!: string;

  @Field('Time of the start (UTC).', timestamp(), { example: time })
  startedAt!: string;

  @Field('Time of the last heartbeat (UTC); one is written every 5 seconds.', timestamp(), { example: time })
  heartbeatAt!: string;

  static from({ isLeader, isSilent, ...listedProcess }: ListedProcess): ServiceProcessDto {
    return answerOf(ServiceProcessDto, { ...listedProcess, leader: isLeader, status: isSilent ? 'silent' : 'alive' });
  }
}

@Dto('The processes of the service, in the order of their start.')
export class ServiceProcessListDto {
  @Field('The processes.', objects(ServiceProcessDto, 1000))
  items!: ServiceProcessDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
