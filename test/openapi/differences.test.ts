import test from 'ava';
import { canonical } from '../../src/openapi/canonical.js';
import { differences } from '../../src/openapi/differences.js';

test('a list and an object with the same keys differ as a whole', (t) => {
  t.deepEqual(differences({ a: ['x'] }, { a: { 0: 'x' } }), ['~ /a: ["x"] → {"0":"x"}']);
  t.deepEqual(differences({ a: [] }, { a: [] }), []);
});

test('a parameter of an operation replaces that of its path with the same name and place, and no other', (t) => {
  const parameter = (name: string, where: string, description: string) => ({
    name,
    in: where,
    description,
    schema: { type: 'string' },
  });
  const document = {
    paths: {
      '/a': {
        parameters: [
          parameter('id', 'query', 'shared'),
          parameter('id', 'header', 'shared'),
          parameter('limit', 'query', 'shared'),
        ],
        get: { parameters: [parameter('id', 'query', 'own')] },
      },
    },
  };
  const { paths } = canonical(document) as { paths: { '/a': { get: { parameters: ReturnType<typeof parameter>[] } } } };
  t.deepEqual(
    paths['/a'].get.parameters.map(({ name, in: where }) => `${where} ${name}`),
    ['header id', 'query limit', 'query id'],
  );
});
