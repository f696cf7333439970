// Starts a compiled command. Builds the project first when a source is newer.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';

/** Returns whether the compiler is installed. A deployed copy has no compiler and runs what was built. */
function canBuild() {
  try {
    createRequire(import.meta.url).resolve('typescript/package.json');
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a module of dist and builds it first when a source is newer. Exits with 2 on a Node older than 24, or if
 * nothing is built and the compiler is missing.
 * @param file path below dist
 */
export async function load(file) {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `This needs Node 24 and runs on ${process.version}. Start it with \`npx\` or \`npm run\` in the project: they use the Node installed there.`,
    );
    process.exit(2);
  }
  // Node 24 prints an experimental warning at every start for node:sqlite, which the lock of the embedded database
  // uses.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(warning.stack);
  });
  const command = new URL(`../dist/${file}`, import.meta.url);
  if (canBuild()) {
    const { build, isFresh } = await import('./build.js');
    if (!isFresh()) {
      console.error('Compiling, once after each change of the source …');
      build({ ifNeeded: true });
    }
  } else if (!existsSync(command)) {
    console.error(
      'The project is not built and the compiler is not installed. Run `npm ci` and `npm run build` first.',
    );
    process.exit(2);
  }
  module.enableCompileCache(); // the next run finds all modules below compiled
  return import(command.href);
}

/**
 * Runs a command and sets the exit code.
 * @param name of a module of dist/bundle that exports `main(args): Promise<exit code>`
 */
export async function launch(name) {
  const { main } = await load(`bundle/${name}.js`);
  const status = await main(process.argv.slice(2));
  // A negative status means that the command still runs and sets the exit code itself.
  if (status >= 0) process.exitCode = status;
}
