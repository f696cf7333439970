import test from 'ava';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const tagOf = ({ headers }: { headers: Headers }) => headers.get('etag') as string;
const other = '"7:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e"';

test('a read with a current tag is a 304 without a body, until the resource changes', async (t) => {
  const ada = await service.signedIn();
  const tag = tagOf(await ada.get('/users/me'));
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, `${other},W/${tag}`, '*', ' * ']) {
    const answer = await ada.get('/users/me', { headers: { 'if-none-match': known } });
    t.deepEqual([answer.status, answer.text, tagOf(answer)], [304, '', tag], known);
  }
  for (const unknown of ['"x"', other, tag.slice(1, -1), ''])
    t.is((await ada.get('/users/me', { headers: { 'if-none-match': unknown } })).status, 200, unknown);
  await ada.patch('/users/me', { displayName: 'Countess' });
  const changed = await ada.get('/users/me', { headers: { 'if-none-match': tag } });
  t.is(changed.status, 200);
  t.not(tagOf(changed), tag);
});

test('a tag is valid for HEAD as for GET, and not for another account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const tag = tagOf(await ada.get('/users/me'));
  t.is((await ada.call('HEAD', '/users/me', { headers: { 'if-none-match': tag } })).status, 304);
  t.is((await bob.get('/users/me', { headers: { 'if-none-match': tag } })).status, 200);
});

test('a response without a version has a tag of its content', async (t) => {
  const ada = await service.signedIn();
  const tag = tagOf(await ada.get('/auth/sessions'));
  t.is((await ada.get('/auth/sessions', { headers: { 'if-none-match': tag } })).status, 304);
});

test('a change with the current tag, with * or without a tag is made', async (t) => {
  const ada = await service.signedIn();
  const first = tagOf(await ada.get('/users/me'));
  const change = (displayName: string, headers: Record<string, string> = {}) =>
    ada.patch('/users/me', { displayName }, { headers });
  const second = await change('One', { 'if-match': `"x", ${first}` });
  t.is(second.status, 200);
  t.is((await change('Two', { 'if-match': tagOf(second) })).status, 200);
  t.is((await change('Three', { 'if-match': '*' })).status, 200);
  t.is((await change('Four')).status, 200);
  t.is((await ada.get('/users/me')).json.displayName, 'Four');
});

test('a change with a stale, weak, foreign or malformed tag is a 412 and changes nothing', async (t) => {
  const ada = await service.signedIn();
  const stale = tagOf(await ada.get('/users/me'));
  const now = tagOf(await ada.patch('/users/me', { displayName: 'Now' }));
  for (const tag of [stale, `W/${now}`, other, now.slice(1, -1), '"', '', `${stale}, "x"`, '"99999999999:x"']) {
    const refused = await ada.patch('/users/me', { displayName: 'Lost' }, { headers: { 'if-match': tag } });
    t.deepEqual([refused.status, refused.json.code], [412, 'precondition_failed'], tag);
  }
  t.is((await ada.get('/users/me')).json.displayName, 'Now');
});

test('the current version is found at any position in a list of tags', async (t) => {
  const ada = await service.signedIn();
  const stale = tagOf(await ada.get('/users/me'));
  const now = tagOf(await ada.patch('/users/me', { displayName: 'Now' }));
  t.is(
    (await ada.patch('/users/me', { displayName: 'Next' }, { headers: { 'if-match': `${stale}, ${now}` } })).status,
    200,
  );
});

test('one of two concurrent changes with one tag is made, and the other is a 412', async (t) => {
  const ada = await service.signedIn();
  for (let round = 0; round < 10; round += 1) {
    const tag = tagOf(await ada.get('/users/me'));
    const change = (displayName: string) => ada.patch('/users/me', { displayName }, { headers: { 'if-match': tag } });
    const answers = await Promise.all([change('Left'), change('Right')]);
    t.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
    const made = answers.find(({ status }) => status === 200)?.json;
    t.deepEqual((await ada.get('/users/me')).json, made);
  }
});

test('concurrent changes of different preferences both apply', async (t) => {
  const ada = await service.signedIn();
  await Promise.all([
    ada.patch('/users/me/preferences', { theme: 'dark' }),
    ada.patch('/users/me/preferences', { units: 'nautical' }),
  ]);
  const { json } = await ada.get('/users/me/preferences');
  t.deepEqual([json.theme, json.units], ['dark', 'nautical']);
});

test('a change may be sent as JSON or as merge-patch, with the same result', async (t) => {
  const ada = await service.signedIn();
  const patch = (body: unknown) =>
    ada.patch('/users/me/preferences', body, { headers: { 'content-type': 'application/merge-patch+json' } });
  t.is((await patch({ quietHours: { start: '22:00', end: '07:00' } })).json.quietHours.start, '22:00');
  t.is((await patch({ quietHours: null })).json.quietHours, null);
});
