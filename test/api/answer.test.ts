import test from 'ava';
import { answerOf } from '../../src/api/answer.js';
import { Dto, Field, fieldsOf, sharedField } from '../../src/api/field.js';
import { line, nullable, optional, text, timestamp } from '../../src/api/rules.js';
import { Resource, ResourceDto } from '../../src/resources/resource-dto.js';

const label = sharedField('The label.', line(1, 20), { example: 'one' });

@Resource('A thing.', { updatedAt: 'When it was last moved (UTC).' })
class Thing extends ResourceDto {
  @label() label!: string;

  @Field('When it ended (UTC); null if it did not.', nullable(timestamp()))
  endedAt!: string | null;

  @Field('A hint.', optional(text(1, 20)))
  hint?: string;
}

@Dto('Changes to a thing.')
class ThingChanges {
  @label.optional({ example: 'two' }) label?: string;
}

const at = new Date('2026-11-20T23:15:00Z');
const values = { version: 1, updatedAt: at, createdAt: at, label: 'x', endedAt: null, id: 'a' };

test('a response body has the declared fields in their order, and no others', (t) => {
  const item = { ...values, accountId: 'secret' };
  const answer = answerOf(Thing, item);
  t.deepEqual(Object.keys(answer), ['id', 'label', 'endedAt', 'createdAt', 'updatedAt', 'version']);
  t.true(answer instanceof Thing);
});

test('times in a response are RFC 3339 text in UTC, and null stays null', (t) => {
  t.like(answerOf(Thing, values), { createdAt: '2026-11-20T23:15:00.000Z', endedAt: null });
  t.is(answerOf(Thing, { ...values, endedAt: at }).endedAt, '2026-11-20T23:15:00.000Z');
});

test('an optional field is in a response only if it has a value', (t) => {
  t.false('hint' in answerOf(Thing, { ...values, hint: undefined }));
  t.is(answerOf(Thing, { ...values, hint: 'left' }).hint, 'left');
});

test('a resource describes its own times in its own words', (t) => {
  const meaning = (name: string) => fieldsOf(Thing).find((field) => field.name === name)?.description;
  t.is(meaning('updatedAt'), 'When it was last moved (UTC).');
  t.is(meaning('createdAt'), 'When it was created (UTC).');
});

test('a shared field has the same description and rule in each DTO, but may have its own example', (t) => {
  const [own] = fieldsOf(Thing).filter(({ name }) => name === 'label');
  const [change] = fieldsOf(ThingChanges);
  t.like(own, { description: 'The label.', example: 'one' });
  t.like(change, { description: 'The label.', example: 'two' });
  t.deepEqual([own?.rule.optional, change?.rule.optional], [undefined, true]);
  t.deepEqual(change?.rule.schema, own?.rule.schema);
});
