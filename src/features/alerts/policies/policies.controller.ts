import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { PoliciesService } from './policies.records.js';
import { AlertPolicyChangesDto, AlertPolicyDto, AlertPolicyPageDto, NewAlertPolicyDto } from './policy.dto.js';

const path = '/alerts/policies';

@Service()
@Authorized()
@JsonController(path)
export class PoliciesController extends OwnedController<PoliciesService> {
  constructor(policies: PoliciesService, cursors: CursorCodec) {
    super(policies, cursors, { path, list: 'alert-policies', from: AlertPolicyDto.from });
  }

  @ListOwned({ summary: 'List your alert policies', returns: AlertPolicyPageDto })
  listAlertPolicies(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create an alert policy',
    description:
      'Creates a policy. Alerts that fire from now on and match a route are escalated: the contacts of a step are ' +
      'notified, again every `repeatMinutes`, and the next step begins after `escalateAfterMinutes`, until the alert ' +
      'is acknowledged, snoozed or resolved. Silences and quiet hours hold back policies too. Steps without an end, ' +
      'or that no step leads to, are rejected.',
    returns: AlertPolicyDto,
    errors: ['unprocessable'],
  })
  createAlertPolicy(caller: Caller, input: NewAlertPolicyDto) {
    return this.created(caller, input);
  }

  @GetOwned({ summary: 'Get an alert policy', description: 'Returns one of your policies.', returns: AlertPolicyDto })
  getAlertPolicy(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update an alert policy',
    description:
      'Updates the fields you send; lists are replaced as a whole. Running escalations continue with the new steps, ' +
      'and end if the policy is disabled.',
    returns: AlertPolicyDto,
    errors: ['unprocessable'],
  })
  updateAlertPolicy(caller: Caller, id: string, changes: AlertPolicyChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete an alert policy',
    description: 'Deletes the policy, and ends its escalations without further messages.',
  })
  deleteAlertPolicy(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
