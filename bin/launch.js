// Starts a compiled command, after building it when a source is newer.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';

/** A deployed copy has no compiler and runs what was built. */
function canBuild() {
  try {
    createRequire(import.meta.url).resolve('typescript/package.json');
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a module of dist, built first when a source is newer, on the Node it needs.
 * @param file below dist
 */
export async function load(file) {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `This needs Node 24 and runs on ${process.version}. Start it with \`npx\` or \`npm run\` in the project: they use the Node installed there.`,
    );
    process.exit(2);
  }
  // The lock of the embedded database uses node:sqlite, which Node 24 calls experimental at every start.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(warning.stack);
  });
  const command = new URL(`../dist/${file}`, import.meta.url);
  if (canBuild()) {
    const { build, isFresh } = await import('./build.js');
    if (!isFresh()) {
      console.error('Compiling, once after each change of the source …');
      build();
    }
  } else if (!existsSync(command)) {
    console.error(
      'The project is not built and the compiler is not installed. Run `npm ci` and `npm run build` first.',
    );
    process.exit(2);
  }
  module.enableCompileCache(); // the next run finds everything below compiled
  return import(command.href);
}

/** @param name a command of dist/bundle, which exports `main(args): Promise<exit code>` */
export async function launch(name) {
  const { main } = await load(`bundle/${name}.js`);
  const status = await main(process.argv.slice(2));
  // A negative status: the command goes on by itself.
  if (status >= 0) process.exitCode = status;
}
