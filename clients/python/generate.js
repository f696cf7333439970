// Writes the operations, schemas and errors of an API description as Python modules.
// Usage: node generate.js [--check] [openapi.json] [watchfloor]. With --check it writes nothing and exits with 1 when
// a module is not up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorsModule } from './generator/errors.js';
import { operationsModule } from './generator/operations.js';
import { schemasModule } from './generator/schemas.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const words = process.argv.slice(2);
const isCheck = words[0] === '--check';
const [from = here('../../openapi.json'), to = here('watchfloor')] = isCheck ? words.slice(1) : words;
const description = JSON.parse(readFileSync(from, 'utf8'));

const { text: schemas, typeOf } = schemasModule(description);
const modules = {
  'schemas.py': schemas,
  '_operations.py': operationsModule(description, typeOf, false),
  '_async_operations.py': operationsModule(description, typeOf, true),
  '_errors_by_code.py': errorsModule(description),
};
const stale = Object.entries(modules).filter(([name, text]) => {
  const file = join(to, name);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
if (isCheck && stale.length > 0) {
  console.error(
    `${stale.map(([name]) => name).join(', ')} differ from ${from}: run \`node clients/python/generate.js\` and commit the result.`,
  );
  process.exitCode = 1;
}
if (!isCheck) for (const [name, text] of stale) writeFileSync(join(to, name), text);
