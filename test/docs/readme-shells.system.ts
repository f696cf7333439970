import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { freePort } from '../support/own-port.js';
import { privatePlace } from '../support/private-place.js';
import { type Block, readBlocks, shows } from '../support/readme-blocks.js';

const root = join(import.meta.dirname, '..', '..', '..');
const blocks = ['README.md', 'docs/tutorial.md', 'docs/recipes.md']
  .flatMap(readBlocks)
  .filter(({ language }) => language === 'sh');
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0;

/** Commands that start interactive shells without the user's configuration and without line editing. */
const shells = { bash: 'bash --norc --noprofile --noediting -i', zsh: 'zsh -f -i +Z' } as const;
type Shell = keyof typeof shells;

/** A terminal as a person uses it. */
class TestTerminal {
  private readonly child: ChildProcess;
  private said = '';
  private readonly waiting = new Set<() => void>();
  private isClosed = false;
  private pasted = 0;

  constructor(t: ExecutionContext, command: string, cwd: string, env: Record<string, string | undefined>) {
    const args =
      process.platform === 'linux'
        ? ['-qfec', `exec ${command}`, '/dev/null']
        : ['-q', '/dev/null', ...command.split(' ')];
    this.child = spawn('script', args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    t.teardown(() => {
      this.child.kill('SIGKILL');
      if (!t.passed) t.log(this.output);
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.said += chunk;
      for (const look of this.waiting) look();
    });
    this.child.once('close', () => {
      this.isClosed = true;
      for (const look of this.waiting) look();
    });
    // Turns off the echo of typed commands, and makes each failing command print a line.
    const isZsh = command.startsWith('zsh');
    this.type(
      `stty -echo; PS1= PS2=; ${isZsh ? 'setopt no_prompt_sp no_prompt_cr; ' : ''}trap 'echo "@failed $?"' ${isZsh ? 'ZERR' : 'ERR'}\n`,
    );
  }

  get output(): string {
    return stripVTControlCharacters(this.said).replaceAll('\r', '');
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Pastes lines. Resolves when the shell has run all of them. */
  async paste(text: string): Promise<void> {
    this.pasted += 1;
    this.type(`${text}\nprintf '@%s %s\\n' end ${this.pasted}\n`);
    await this.until((output) => output.includes(`@end ${this.pasted}\n`));
  }

  /** Resolves when the output fulfills the condition. @throws an error with the output if the terminal closes first */
  async until(condition: (output: string) => boolean): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        const isDone = condition(this.output);
        if (!isDone && !this.isClosed) return;
        this.waiting.delete(look);
        if (isDone) resolve();
        else reject(new Error(this.output));
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** A reader of the documentation in a fresh clone, with one terminal for the service and one for other commands. */
class Reader {
  private service: TestTerminal | undefined;
  private readonly terminal: TestTerminal;
  /** Whether a command in the background still writes to the terminal. */
  private hasBackground = false;

  constructor(
    private readonly t: ExecutionContext,
    private readonly shell: Shell,
    private readonly clone: string,
    private readonly env: Record<string, string | undefined>,
    /** The ports to use, by the ports that the text names. */
    private readonly ports: Readonly<Record<string, number>>,
  ) {
    this.terminal = new TestTerminal(t, shells[shell], clone, env);
  }

  async follow({ text: written, expected }: Block): Promise<void> {
    const text = written.replace(/(?<=127\.0\.0\.1:)3000|\b4000\b/g, (port) => String(this.ports[port]));
    if (text.includes('npm start')) await this.startService(text, expected);
    else if (text.includes('/stream')) await this.watch(text, expected);
    else await this.read(text, expected);
    for (const [, file] of text.matchAll(/ -o (\S+)/g))
      this.t.regex(readFileSync(join(this.clone, file as string), 'utf8'), /^(<|time,)/, file);
  }

  async stopService(): Promise<void> {
    this.service?.type('\u0003');
    await this.service?.paste('');
  }

  /**
   * Starts the service; an earlier one is stopped with Ctrl-C first. `npm ci` is left out, because the clone is
   * installed.
   */
  private async startService(text: string, expected: readonly string[]): Promise<void> {
    await this.stopService();
    this.service = new TestTerminal(this.t, shells[this.shell], this.clone, this.env);
    this.service.type(text.replace('npm ci && ', ''));
    await this.service.until((output) => shows(output, expected));
  }

  /** Pastes a block that runs until Ctrl-C. */
  private async watch(text: string, expected: readonly string[]): Promise<void> {
    const from = this.terminal.output.length;
    this.terminal.type(text);
    await this.terminal.until((output) => shows(output.slice(from), expected));
    this.terminal.type('\u0003');
    await this.terminal.paste('');
  }

  /**
   * Pastes a block and checks its output. A block that only reads is pasted again until the data it reads has arrived,
   * as a reader would do.
   */
  private async read(text: string, expected: readonly string[]): Promise<void> {
    const onlyReads = !/ POST | users |\$\(| -o /.test(text);
    for (let attempts = onlyReads ? 10 : 1; attempts > 0; attempts -= 1) {
      const from = this.terminal.output.length;
      await this.terminal.paste(text);
      this.hasBackground = /&$/m.test(text) || (this.hasBackground && !text.includes('kill'));
      if (this.hasBackground) await this.terminal.until((output) => shows(output.slice(from), expected));
      const output = this.terminal.output.slice(from);
      this.t.notRegex(output, /@failed|event not found/, `${this.shell}:\n${text}`);
      if (shows(output, expected)) return;
      if (attempts === 1) this.t.fail(`${this.shell}:\n${text}\nshows\n${output}\nand not\n${expected.join('\n')}`);
    }
  }
}

const credentialsOf = (home: string) => join(home, '.config', 'watchfloor', 'credentials.json');

/** Makes the stored access token expired, as after 15 minutes without a call. */
function expireToken(home: string): void {
  const file = credentialsOf(home);
  const contents = JSON.parse(readFileSync(file, 'utf8'));
  for (const { tokens } of Object.values(contents.servers) as Array<{
    tokens: { expiresAt: number; accessToken: string };
  }>) {
    tokens.expiresAt = Date.now() - 1;
    tokens.accessToken = 'expired';
  }
  writeFileSync(file, JSON.stringify(contents));
}

/** Creates a directory like a fresh clone after `npm ci`, without ignored files. */
function makeClone(clone: string): void {
  for (const name of readdirSync(root))
    if (!/^(\.git|data|dist)$|\.env$|\.log$/.test(name)) symlinkSync(join(root, name), join(clone, name));
}

for (const shell of Object.keys(shells) as Shell[]) {
  test.serial(
    `every block of the README, the tutorial and the recipes works in ${shell} in the written order, also after the access token has expired`,
    async (t) => {
      const isNeeded = process.env.TEST_SHELLS?.includes(shell) ?? false;
      if (!isNeeded && !isInstalled(shell)) {
        t.pass(`${shell} is not installed`);
        return;
      }
      t.timeout(240_000);
      const { dataDir } = privatePlace(t, { below: 'data' });
      const clone = dirname(dataDir);
      makeClone(clone);
      const ports = { 3000: await freePort(), 4000: await freePort() };
      // HISTFILE keeps bash from writing its history into the directory, which may be removed at the same time.
      const env = {
        PATH: process.env.PATH,
        HOME: clone,
        HISTFILE: '/dev/null',
        TERM: 'dumb',
        SVC_PORT: String(ports[3000]),
        npm_config_update_notifier: 'false',
      };
      const reader = new Reader(t, shell, clone, env, ports);
      let section = '';
      for (const block of blocks) {
        if (block.section !== section && existsSync(credentialsOf(clone))) expireToken(clone);
        section = block.section;
        await reader.follow(block);
      }
      await reader.stopService();
      await t.notThrowsAsync(
        readConfig(parseEnv(readFileSync(join(clone, 'production.env'), 'utf8')) as Record<string, string>),
      );
    },
  );
}
