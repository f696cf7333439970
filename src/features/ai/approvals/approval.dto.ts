import { Dto, Field } from '../../../api/field.js';
import { choice, flag, json, nullable, object, optional, text, uuid } from '../../../api/rules.js';
import { decisions } from './approval.js';

@Dto('Your decision about a proposal.')
export class AiApprovalDecision {
  @Field(
    'The `argumentsHash` of the proposal: what you decide about.',
    text(64, 64, /^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal'),
    { example: 'a'.repeat(64) },
  )
  argumentsHash!: string;

  @Field('`approve` carries it out; `reject` discards it.', optional(choice(decisions)), {
    default: 'approve',
    example: 'approve',
  })
  decision: 'approve' | 'reject' = 'approve';
}

@Dto('Why an action failed.')
export class AiApprovalProblem {
  @Field('A problem code of this API.', text(1, 50), { example: 'quota_reached' })
  code!: string;

  @Field('The title of the code.', text(1, 200), { example: 'Quota reached' })
  title!: string;

  @Field('The cause and its remedy.', text(0, 5_000), {
    example: 'An account has at most 200 rules; delete one first.',
  })
  detail!: string;
}

@Dto('A decided proposal.')
export class AiApproval {
  @Field('The tool call that the model proposed.', uuid())
  callId!: string;

  @Field('The tool.', text(1, 64), { example: 'create_alert_rule' })
  name!: string;

  @Field('The arguments that were decided about.', json(), { example: { name: 'Apple above 250' } })
  arguments!: object;

  @Field('Decision about the proposed call.', choice(decisions), { example: 'approve' })
  decision!: string;

  @Field('True when the action was carried out; false when it was rejected or failed.', flag(), { example: true })
  done!: boolean;

  @Field('Response of the operation, such as the created rule; null when it was not carried out.', nullable(json()), {
    example: null,
  })
  result!: object | null;

  @Field('Why it failed; null when it was carried out or rejected.', nullable(object(() => AiApprovalProblem)), {
    example: null,
  })
  problem!: AiApprovalProblem | null;
}
