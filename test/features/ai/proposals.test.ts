import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { ModelStub } from '../../support/model-stub.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let stub: ModelStub;
let service: TestService;
test.before(async () => {
  stub = await ModelStub.start();
  service = await startTestService({ env: { SVC_AI_BASE_URL: stub.url, SVC_AI_MODEL: 'stub-1' } });
});
test.after.always(async () => {
  stub.close();
  await service.close();
});

const args = { title: 'Queue outside the port', severity: 3 };

/** Returns an account whose model has proposed a call, and functions that decide on the proposal. */
async function proposed(tool: { name: string; arguments: object } = { name: 'create_note', arguments: args }) {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/ai/threads', {})).json;
  stub.plays(`Note ${id}.`, { calls: [tool] }, { text: ['I propose it.'] });
  const { json: answer } = await ada.post(`/ai/threads/${id}/messages`, { content: `Note ${id}.` });
  const [call] = answer.toolCalls;
  const path = `/ai/threads/${id}/approvals/${call.callId}`;
  const decide = (argumentsHash = call.proposal.argumentsHash, decision?: string) =>
    ada.post(path, { argumentsHash, ...(decision && { decision }) });
  const notes = async () => (await ada.get('/timeline/notes')).json.items;
  const current = async () => (await ada.get(`/ai/threads/${id}/messages`)).json.items[1].toolCalls[0];
  return { ada, answer, call, path, decide, notes, current };
}

test('a tool that writes changes nothing until its account approves it, and then runs once with the same arguments', async (t) => {
  const { answer, call, decide, notes, current } = await proposed();
  t.is(answer.content, 'I propose it.');
  t.like(call, { name: 'create_note', arguments: args, status: 'proposed', proposal: { decision: null } });
  t.deepEqual(await notes(), []);
  const done = await decide();
  t.like(done.json, {
    decision: 'approve',
    done: true,
    arguments: args,
    result: { title: args.title },
    problem: null,
  });
  t.like(await notes(), [{ title: args.title, severity: 3 }]);
  t.deepEqual([(await decide()).status, (await decide()).json.code], [409, 'conflict']);
  t.is((await notes()).length, 1);
  t.is((await current()).proposal.decision, 'approve');
});

test('concurrent approvals execute a proposal once', async (t) => {
  const { decide, notes } = await proposed();
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide()));
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  t.is((await notes()).length, 1);
});

test('a wrong hash, a rejected and an expired proposal are a 409, and another account gets a 404', async (t) => {
  const [one, two, three] = [await proposed(), await proposed(), await proposed()];
  t.regex((await one.decide('0'.repeat(64))).json.detail, /^The hash is not that of the proposed arguments/);
  isProblem(t, await one.decide('short'), 400, 'invalid_request', '/argumentsHash');
  const eve = await service.signedIn();
  isProblem(t, await eve.post(one.path, { argumentsHash: one.call.proposal.argumentsHash }), 404, 'not_found');
  t.like((await two.decide(undefined, 'reject')).json, { decision: 'reject', done: false, result: null });
  t.regex((await two.decide()).json.detail, /^This proposal has been decided/);
  await service.database.database.query('update ai_approvals set expires_at = $1 where id = $2', [
    new Date(service.clock.now()),
    three.call.callId,
  ]);
  t.regex((await three.decide()).json.detail, /^This proposal has expired/);
  for (const { notes } of [one, two, three]) t.deepEqual(await notes(), []);
});

test('if the operation rejects an approved action, the answer has the reason', async (t) => {
  const { decide, notes } = await proposed({ name: 'create_note', arguments: { severity: 9 } });
  const { status, json } = await decide();
  t.deepEqual([status, json.done, json.problem.code], [200, false, 'invalid_request']);
  t.deepEqual(await notes(), []);
});
