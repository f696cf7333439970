import { uuidV7 } from '../../src/time/uuid-v7.js';
import type { Owner, Seed } from './seeds.js';
import type { TestService } from './test-service.js';

/** Creates an AI thread of the account. */
const aiThread = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/ai/threads', { title: 'Tankers' });
  const isThere = async () => {
    const [{ version }, messages] = [
      (await owner.get(`/ai/threads/${json.id}`)).json,
      (await owner.get(`/ai/threads/${json.id}/messages`)).json.items,
    ];
    return version === 1 && messages.length === 0;
  };
  return { id: json.id, isThere };
};

/**
 * Creates a proposal in an AI thread of the account, with the id and the hash that are the examples in the path and the
 * body.
 */
const aiProposal = async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
  const { id } = (await owner.post('/ai/threads', { title: 'Tankers' })).json;
  const [callId, messageId, now] = ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', uuidV7(), new Date(clock.now())];
  const call = { callId, name: 'create_note', arguments: { title: 'Queue' }, status: 'proposed', detail: null };
  const details = {
    citations: [],
    unverifiedNumbers: [],
    toolCalls: [call],
    clarification: null,
    isRefused: false,
    limit: null,
    problem: null,
    memory: {},
  };
  await database.database.query(
    `insert into ai_messages (id, account_id, thread_id, role, status, content, details, created_at) values ($1, $2, $3, 'assistant', 'complete', '', $4, $5)`,
    [messageId, owner.accountId, id, JSON.stringify(details), now],
  );
  await database.database.query(
    `insert into ai_approvals (id, account_id, thread_id, message_id, tool, arguments, arguments_hash, expires_at)
     values ($1, $2, $3, $4, 'create_note', '{"title":"Queue"}', $5, $6)
     on conflict (id) do update set account_id = $2, thread_id = $3, message_id = $4, decision = null`,
    [callId, owner.accountId, id, messageId, 'a'.repeat(64), new Date(clock.now() + 300_000)],
  );
  const isThere = async () =>
    (await owner.get(`/ai/threads/${id}/messages`)).json.items[0]?.toolCalls[0].proposal.decision === null;
  return { id, isThere };
};

/** Creates a scheduled briefing of the account. */
const briefingSchedule = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/ai/briefing-schedules', { name: 'Morning', time: '07:00' });
  return {
    id: json.id,
    isThere: async () => (await owner.get(`/ai/briefing-schedules/${json.id}`)).json.version === 1,
  };
};

/** For every operation of the AI group with an id, a function that creates what the operation reads or changes. */
export const aiSeeds: Record<string, (owner: Owner, service: TestService) => Promise<Seed>> = {
  getAiThread: aiThread,
  updateAiThread: aiThread,
  deleteAiThread: aiThread,
  listAiMessages: aiThread,
  sendAiMessage: aiThread,
  cancelAiAnswer: aiThread,
  decideAiApproval: aiProposal,
  getBriefingSchedule: briefingSchedule,
  updateBriefingSchedule: briefingSchedule,
  deleteBriefingSchedule: briefingSchedule,
};
