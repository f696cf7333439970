import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { Caller } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { ToolCalls, type ToolOutcome } from '../tools/tool.js';
import { APPROVAL_MS, type Approval, argumentsHash, type Decision } from './approval.js';
import { ApprovalRepository } from './approval.repository.js';

/** A write action that an answer proposes. */
export interface Proposed {
  callId: string;
  accountId: string;
  threadId: string;
  messageId: string;
  tool: string;
  arguments: object;
}

/** A proposal after its decision. The outcome is null after a rejection. */
export interface Decided {
  approval: Approval;
  outcome: ToolOutcome | null;
}

/**
 * Stores proposals until their account decides. A decision applies to exactly the proposed arguments, is made once and
 * within five minutes.
 */
@Service()
export class Approvals {
  constructor(
    private readonly repository: ApprovalRepository,
    private readonly tools: ToolCalls,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async propose({ callId, tool, arguments: args, ...place }: Proposed): Promise<Approval> {
    const decided = { decision: null, decidedAt: null, outcome: null };
    const expiresAt = new Date(this.clock.now() + APPROVAL_MS);
    const approval: Approval = {
      id: callId,
      ...place,
      tool,
      arguments: args,
      argumentsHash: argumentsHash(tool, args),
      expiresAt,
      ...decided,
    };
    await this.repository.insert(approval);
    return approval;
  }

  ofMessages(messageIds: readonly string[]): Promise<Approval[]> {
    return this.repository.ofMessages(messageIds);
  }

  /**
   * Decides about a proposal and runs its action if it is approved. The decision is stored before the action runs, so
   * that it runs at most once, even after a crash.
   * @param hash hash of the arguments that the caller has seen
   * @throws Problem `not_found`, or `conflict` for another hash and for a proposal that is decided or has expired
   */
  async decide(
    caller: Caller,
    threadId: string,
    callId: string,
    hash: string,
    decision: Decision,
    signal: AbortSignal,
  ): Promise<Decided> {
    const now = new Date(this.clock.now());
    const approval = await this.database.transaction(async () => {
      const held = await this.repository.hold(caller.accountId, threadId, callId);
      if (held === undefined)
        throw new Problem('not_found', { detail: 'You have no thread with a proposal with these ids.' });
      if (held.argumentsHash !== hash)
        throw new Problem('conflict', {
          detail: 'The hash is not that of the proposed arguments. Read the proposal again.',
        });
      if (held.decision !== null)
        throw new Problem('conflict', { detail: 'This proposal has been decided. Ask again for another one.' });
      if (held.expiresAt <= now)
        throw new Problem('conflict', { detail: 'This proposal has expired. Ask again for another one.' });
      await this.repository.decide(callId, decision, now);
      return { ...held, decision, decidedAt: now };
    });
    if (decision === 'reject') return { approval, outcome: null };
    const outcome = await this.tools.call(caller, approval.tool, approval.arguments, signal);
    await this.repository.keepOutcome(callId, {
      ok: outcome.ok,
      status: outcome.status,
      problem: outcome.problem,
      citations: outcome.citations,
    });
    return { approval, outcome };
  }
}
