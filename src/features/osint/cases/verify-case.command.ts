import { readFile } from 'node:fs/promises';
import { type Invocation, UsageError } from '../../../commands/command.js';
import { verifyArchive } from './verify-archive.js';

/** Verifies an exported case. @returns the exit code: 0 if the case is unchanged */
export async function verifyCase({ words, options, terminal }: Invocation): Promise<number> {
  const [path, ...others] = words;
  if (path === undefined || others.length > 0) throw new UsageError('Name one file: watchfloor verify-case FILE.');
  const { problems, manifest } = verifyArchive(await readFile(path));
  const known = options['chain-hash']?.trim().toLowerCase();
  if (known !== undefined && manifest !== undefined && known !== manifest.chainHash)
    problems.push('The final chain hash is not the given one: the case was exported at another time, or made again.');
  for (const problem of problems) terminal.err(`${problem}\n`);
  if (problems.length > 0 || manifest === undefined) {
    terminal.err(`NOT VERIFIED: ${path}\n`);
    return 1;
  }
  const { case: about, evidence, chainHash, exportedAt } = manifest;
  await terminal.out(
    `VERIFIED: ${path}\nCase ${about.id}, exported ${exportedAt}, evidence: ${evidence.length}.\nFinal chain hash: ${chainHash ?? 'no evidence'}\n`,
  );
  return 0;
}
