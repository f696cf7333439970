import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { AlertsConfig } from '../alerts.config.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { OnCallScheduleRepository } from '../on-call/on-call-schedule.repository.js';
import { AlertPolicyDto } from './policy.dto.js';
import type { Policy } from './policy.js';
import { PolicyRepository } from './policy.repository.js';
import {
  contentAfter,
  type PolicyChanges,
  type PolicyContent,
  type PolicyInput,
  policyProblems,
} from './policy-request.js';

/** Manages the alert policies of accounts. */
@Service()
export class PoliciesService extends OwnedRecords<Policy, PolicyInput, PolicyChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: PolicyRepository,
    config: AlertsConfig,
    private readonly contacts: ContactRepository,
    private readonly geospatial: GeospatialApi,
    private readonly schedules: OnCallScheduleRepository,
    private readonly audit: AuditLog,
  ) {
    super(parts, {
      table: repository,
      noun: 'alert policy',
      plural: 'alert policies',
      limitName: 'alert_policies',
      limit: () => config.policies,
      exported: {
        section: 'alertPolicies',
        description: 'Policies that decide who is notified about alerts.',
        item: AlertPolicyDto,
      },
    });
  }

  protected async fresh(_accountId: string, input: PolicyInput): Promise<ContentOf<Policy>> {
    return contentAfter(undefined, input);
  }

  protected revised(policy: Policy, changes: PolicyChanges): Partial<Policy> {
    return contentAfter(policy, changes);
  }

  /** Rejects a policy that cannot be followed. @throws Problem `unprocessable` */
  protected override async check(policy: Policy): Promise<void> {
    const problems = policyProblems(policy);
    if (problems.length === 0) problems.push(...(await this.missing(policy.accountId, policy)));
    if (problems.length > 0)
      throw new Problem('unprocessable', { detail: 'The policy cannot be followed; see errors.', errors: problems });
  }

  protected override afterCreate(policy: Policy): Promise<void> {
    return this.note('alert_policy.created', policy);
  }

  protected override afterChange(policy: Policy): Promise<void> {
    return this.note('alert_policy.changed', policy);
  }

  protected override beforeRemove(policy: Policy): Promise<void> {
    return this.note('alert_policy.deleted', policy);
  }

  /** Returns the objects that a policy names and the account does not have. */
  private async missing(accountId: string, { routes, steps, inhibitedBy }: PolicyContent): Promise<FieldProblem[]> {
    const named = steps.flatMap(({ contactIds }, index) =>
      contactIds.map((id, place) => ({ id, pointer: `/steps/${index}/contactIds/${place}` })),
    );
    const contacts = new Set(
      (
        await this.contacts.among(
          accountId,
          named.map(({ id }) => id),
        )
      ).map(({ id }) => id),
    );
    const rules = [
      ...routes.map(({ ruleIds }, index) => ({ ruleIds, at: `/routes/${index}` })),
      { ...inhibitedBy, at: '/inhibitedBy' },
    ].flatMap(({ ruleIds = [], at }) => ruleIds.map((id, place) => ({ id, pointer: `${at}/ruleIds/${place}` })));
    const own = await this.repository.ownRules(
      accountId,
      rules.map(({ id }) => id),
    );
    const problems = [
      ...named
        .filter(({ id }) => !contacts.has(id))
        .map(({ pointer }) => ({ pointer, detail: 'is not one of your contacts; see GET /alerts/contacts' })),
      ...rules
        .filter(({ id }) => !own.has(id))
        .map(({ pointer }) => ({ pointer, detail: 'is not one of your rules; see GET /alerts/rules' })),
    ];
    for (const [index, { onCallIds = [] }] of steps.entries()) {
      const ownIds = (await this.schedules.among(accountId, onCallIds)).map(({ id }) => id);
      for (const [place, id] of onCallIds.entries())
        if (!ownIds.includes(id))
          problems.push({
            pointer: `/steps/${index}/onCallIds/${place}`,
            detail: 'is not one of your on-call schedules; see GET /alerts/on-call',
          });
    }
    for (const [index, { geofenceId }] of routes.entries())
      if (geofenceId !== undefined && !(await this.geospatial.hasGeofence(accountId, geofenceId)))
        problems.push({
          pointer: `/routes/${index}/geofenceId`,
          detail: 'is not one of your geofences; see GET /geospatial/geofences',
        });
    return problems;
  }

  private note(action: string, { id, accountId, name, enabled, steps }: Policy): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: id, detail: { name, enabled, steps } });
  }
}
