import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { DAY_MS } from '../../../time/durations.js';
import { TimeZone } from '../../../time/time-zone.js';
import { AlertsConfig } from '../alerts.config.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { OnCallScheduleDto } from './on-call-schedule.dto.js';
import {
  gapsBetween,
  type OnCallSchedule,
  type OnCallTimes,
  type Shift,
  shiftsBetween,
  wholeShifts,
} from './on-call-schedule.js';
import { OnCallScheduleRepository } from './on-call-schedule.repository.js';

const DEFAULT_DAYS = 14;
const MAX_DAYS = 92;

/** A schedule as a caller sends it. */
export type OnCallScheduleInput = Pick<OnCallSchedule, 'name' | 'timeZone' | 'rotation'> &
  Partial<Pick<OnCallSchedule, 'overrides'>>;

/** Manages the on-call schedules of accounts. */
@Service()
export class OnCallSchedulesService extends OwnedRecords<OnCallSchedule, OnCallScheduleInput> {
  constructor(
    parts: OwnedParts,
    schedules: OnCallScheduleRepository,
    config: AlertsConfig,
    private readonly contacts: ContactRepository,
    private readonly audit: AuditLog,
  ) {
    super(parts, {
      table: schedules,
      noun: 'on-call schedule',
      limitName: 'alert_on_call_schedules',
      limit: () => config.onCallSchedules,
      exported: {
        section: 'alertOnCallSchedules',
        description: 'On-call schedules of contacts for alerts.',
        item: OnCallScheduleDto,
      },
    });
  }

  /**
   * Returns who is on call in a time, by default in the next 14 days.
   * @throws Problem `not_found`, `invalid_request` for a time that ends before it begins or is too long
   */
  async times(accountId: string, id: string, range: { from?: string; to?: string }): Promise<OnCallTimes> {
    const now = this.now().getTime();
    const from = range.from === undefined ? now : Date.parse(range.from);
    const to = range.to === undefined ? from + DEFAULT_DAYS * DAY_MS : Date.parse(range.to);
    if (from >= to || to - from > MAX_DAYS * DAY_MS)
      throw new Problem('invalid_request', {
        detail: `\`from\` must be before \`to\`, by at most ${MAX_DAYS} days.`,
        errors: [{ pointer: 'query/to', detail: `must be after \`from\`, by at most ${MAX_DAYS} days` }],
      });
    const schedule = await this.get(accountId, id);
    const known = await this.contacts.among(accountId, contactsOf(schedule));
    const names = new Map(known.map((contact) => [contact.id, contact.name]));
    const named = (shift: Shift) => {
      const contactName = names.get(shift.contactId);
      return contactName === undefined ? [] : { ...shift, contactName };
    };
    const shifts = shiftsBetween(schedule, from, to).flatMap(named);
    const [current] = shiftsBetween(schedule, now, now + 1).flatMap(named);
    const whole = wholeShifts(schedule, from, to).flatMap(named);
    return { schedule, now, nameNow: current?.contactName, shifts, whole, gaps: gapsBetween(shifts, from, to) };
  }

  protected async fresh(
    _accountId: string,
    { name, timeZone, rotation, overrides = [] }: OnCallScheduleInput,
  ): Promise<ContentOf<OnCallSchedule>> {
    return { name, timeZone, rotation, overrides };
  }

  protected revised(_schedule: OnCallSchedule, changes: Partial<OnCallScheduleInput>): Partial<OnCallSchedule> {
    return changes;
  }

  /** Rejects a schedule that cannot be followed. @throws Problem `unprocessable` */
  protected override async check(schedule: OnCallSchedule): Promise<void> {
    const own = new Set((await this.contacts.among(schedule.accountId, contactsOf(schedule))).map(({ id }) => id));
    const errors = problemsOf(schedule, own);
    if (errors.length > 0)
      throw new Problem('unprocessable', { detail: 'The schedule cannot be followed; see errors.', errors });
  }

  protected override afterCreate(schedule: OnCallSchedule): Promise<void> {
    return this.note('alert_on_call_schedule.created', schedule);
  }

  protected override afterChange(schedule: OnCallSchedule): Promise<void> {
    return this.note('alert_on_call_schedule.changed', schedule);
  }

  protected override beforeRemove(schedule: OnCallSchedule): Promise<void> {
    return this.note('alert_on_call_schedule.deleted', schedule);
  }

  private note(action: string, { id, accountId, name, timeZone, rotation }: OnCallSchedule): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: id, detail: { name, timeZone, rotation } });
  }
}

const contactsOf = ({ rotation, overrides }: OnCallSchedule): string[] => [
  ...rotation.contactIds,
  ...overrides.map(({ contactId }) => contactId),
];

function problemsOf({ timeZone, rotation, overrides }: OnCallSchedule, own: ReadonlySet<string>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (pointer: string, detail: string) => problems.push({ pointer, detail });
  const notOwn = 'is not one of your contacts; see GET /alerts/contacts';
  if (!TimeZone.exists(timeZone)) add('/timeZone', 'is not an IANA time zone');
  for (const [index, id] of rotation.contactIds.entries())
    if (!own.has(id)) add(`/rotation/contactIds/${index}`, notOwn);
  for (const [index, { contactId, from, to }] of overrides.entries()) {
    if (!own.has(contactId)) add(`/overrides/${index}/contactId`, notOwn);
    if (Date.parse(from) >= Date.parse(to)) add(`/overrides/${index}/to`, 'must be after `from`');
    const overlapping = overrides.findIndex(
      (other, place) =>
        place < index && Date.parse(other.from) < Date.parse(to) && Date.parse(from) < Date.parse(other.to),
    );
    if (overlapping >= 0) add(`/overrides/${index}`, `overlaps the override ${overlapping}`);
  }
  return problems;
}
