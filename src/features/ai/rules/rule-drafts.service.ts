import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import type { Caller } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { Composer } from '../composer/composer.js';

/** An alert rule drafted from words. */
export interface RuleDraft {
  rule: object | null;
  /** Whether the condition is true now; null without values, and without a rule. */
  isTrue: boolean | null;
  missing: { slot: string; question: string; options: string[] } | null;
}

const NO_RULE =
  'The words describe no alert rule. Name a price, a change, an indicator, a geofence or a silent vessel, such ' +
  'as “Alert me when Apple drops below 150”.';
const ASKS = /\b(?:alert|alarm|notify|warn|tell me|let me know|ping|inform|message|remind|rule)\b/i;
const QUESTION = /^\s*(?:what|which|where|who|whose|how|why|is|are|was|were|do|does|did|can|could|show|list|find)\b/i;

/** Drafts alert rules from text with the built-in composer. */
@Service()
export class RuleDrafts {
  constructor(
    private readonly composer: Composer,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /** Drafts a rule. @throws Problem `unprocessable` for a text that describes no rule, or an invalid one */
  async draft(caller: Caller, words: string, signal: AbortSignal): Promise<RuleDraft> {
    const { timeZone } = preferencesOf(await this.accounts.get(caller.accountId));
    // A text that is not a request, such as `Apple below 150`, also describes a rule.
    const text = ASKS.test(words) || QUESTION.test(words) ? words : `Alert me when ${words}`;
    const question = { caller, text, context: {}, previous: [], timeZone, now: new Date(this.clock.now()) };
    const { proposal, clarification, content, isTrue } = await this.composer.draft(question, signal);
    if (proposal !== null) return { rule: proposal.arguments, isTrue, missing: null };
    if (clarification !== null) return { rule: null, isTrue: null, missing: { ...clarification, question: content } };
    throw new Problem('unprocessable', {
      detail: NO_RULE,
      errors: [{ pointer: '/text', detail: 'describes no alert rule' }],
    });
  }
}
