#!/usr/bin/env node
// Starts the command in src/openapi/cli.ts, after building it when a source is newer.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `watchfloor-openapi needs Node 24 and this is ${process.version}. Run \`npx watchfloor-openapi\` in the project: it uses the Node installed there.`,
  );
  process.exit(2);
}

/** A deployed copy has no compiler and runs what was built. */
function canBuild() {
  try {
    createRequire(import.meta.url).resolve('typescript/package.json');
    return true;
  } catch {
    return false;
  }
}

const command = new URL('../dist/src/openapi/cli.js', import.meta.url);
if (canBuild()) {
  const { build, isFresh } = await import('./build.js');
  if (!isFresh()) build();
} else if (!existsSync(command)) {
  console.error('The project is not built and the compiler is not installed. Run `npm ci` and `npm run build` first.');
  process.exit(2);
}

module.enableCompileCache(); // the next run finds everything below compiled
const { main } = await import(command.href);
process.exitCode = await main(process.argv.slice(2));
