import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseTests } from '../support/database-tests.js';
import { killAllIn } from '../support/processes.js';
import { groupTests } from '../support/test-groups.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { type Failure, type RunResult, suiteOf } from './failing-files.js';

interface RunOptions {
  /** Whether the run ends at the first failure. Default: false. */
  isFailFast?: boolean;
  /** The run counts as timed out after this time (s). */
  limitSeconds: number;
  /** The run fails after this time without progress (s), because a change may cause an endless loop. Default: 90. */
  idleSeconds?: number;
}

const DESCRIPTION_LIMIT_SECONDS = 120;

/** Runs test files of a copy of the project, on one database server for all runs. */
export class TestRuns {
  private readonly reaching: Set<string>;
  private running?: ChildProcess;
  private closing?: Promise<void>;

  private constructor(
    private readonly root: string,
    private readonly server: TestServer,
    private readonly patience: number,
  ) {
    this.reaching = new Set(databaseTests(root));
  }

  /** @param root root folder of the copy @param patience factor of all time limits, for a busy machine */
  static async open(root: string, patience: number): Promise<TestRuns> {
    return new TestRuns(root, await startTestServer(process.env.TEST_DATABASE_URL), patience);
  }

  /** Runs files of one suite together. Files that can share a process do so. */
  async run(
    files: readonly string[],
    { isFailFast = false, limitSeconds, idleSeconds = 90 }: RunOptions,
  ): Promise<RunResult> {
    const suite = suiteOf(files[0] ?? '');
    const modules = suite !== 'test' ? files : groupTests(this.root, files, (file) => this.reaching.has(file));
    const temporary = mkdtempSync(join(tmpdir(), 'watchfloor-mutants-'));
    chmodSync(temporary, 0o711); // allows the user of the embedded PostgreSQL to enter, when run as root
    const ava = join(this.root, 'node_modules', 'ava', 'entrypoints', 'cli.js');
    const env = {
      ...process.env,
      TMPDIR: temporary,
      TEST_DATABASE_URL: this.server.url,
      TEST_DATABASE_TEMPLATE: this.server.template,
      TEST_SOURCE_MAPS: 'off',
      NODE_COMPILE_CACHE: join(this.root, 'compiled'),
    };
    const args = [
      ava,
      '--tap',
      `--timeout=${idleSeconds * this.patience}s`,
      ...(suite === 'test' ? [] : ['--config', `ava.${suite}.config.js`]),
      ...(isFailFast ? ['--fail-fast'] : []),
      ...modules,
    ];
    try {
      if (this.closing !== undefined) throw new Error('The runs were ended.');
      this.running = spawn(process.execPath, args, {
        cwd: this.root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return await outcome(this.running, limitSeconds * this.patience);
    } finally {
      await killAllIn(temporary);
      rmSync(temporary, { recursive: true, force: true });
    }
  }

  /** Returns whether the code still describes the API as openapi.json does. */
  async isDescriptionCurrent(): Promise<boolean> {
    const child = spawn(process.execPath, ['bin/watchfloor-openapi.js', 'check'], {
      cwd: this.root,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (await outcome(child, DESCRIPTION_LIMIT_SECONDS * this.patience)).status === 'passed';
  }

  /** Ends the current run, if any, and the database server. */
  close(): Promise<void> {
    if (this.closing === undefined && this.running?.exitCode === null) killGroup(this.running);
    this.closing ??= this.server.stop();
    return this.closing;
  }
}

/** Waits for a run of ava, whose process group is killed after the limit. */
async function outcome(child: ChildProcess, limitSeconds: number): Promise<RunResult> {
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, limitSeconds * 1000);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  return { status: isLate ? 'timeout' : code === 0 ? 'passed' : 'failed', failures: failuresOf(output) };
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

/** Returns the failures in a TAP report. */
function failuresOf(output: string): Failure[] {
  return output.split(/^(?=(?:not )?ok \d+ - )/m).flatMap((part) => {
    const [, title] = /^not ok \d+ - (.*)$/m.exec(part) ?? [];
    const files = [...part.matchAll(/dist\/test\/[\w/.-]+\.(?:test|system|redis)\.js/g)].map(([file]) => file);
    return title === undefined ? [] : [{ title, files: [...new Set(files)] }];
  });
}
