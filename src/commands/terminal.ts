import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The input and output of a command: a terminal, or its replacement in a test. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Writes to standard output. Resolves when the reader has taken the content, for commands that write a lot. */
  out(content: string | Uint8Array): void | Promise<void>;
  err(line: string): void;
  /** Reads all of standard input. */
  input(): Promise<string>;
  /** Width of the terminal (characters); undefined when the output goes to a file or a program. */
  columns?: number;
  /** Asks the user at the terminal; a secret answer is not shown while it is typed. Undefined without a terminal. */
  ask?(question: string, isSecret?: boolean): Promise<string>;
  /** Returns a signal that aborts at Ctrl-C. Commands that do not call this method end at once. */
  interruption?(): AbortSignal;
  /** Calls a service. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Waits for some time (ms) or until the signal aborts. Default: in real time. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns the terminal of this process. The reader of standard output may close it early, as `head` does. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    env: process.env,
    out: (content) => new Promise((resolve) => void stdout.write(content, () => resolve())),
    err: (line) => void stderr.write(line),
    input: () => text(stdin),
    ...(stdout.isTTY ? { columns: stdout.columns || 80 } : {}),
    ...(stdin.isTTY ? { ask } : {}),
    interruption: () => {
      const controller = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
      return controller.signal;
    },
  };
}

async function ask(question: string, isSecret = false): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? nowhere : process.stderr, terminal: true });
  const leave = new AbortController();
  // The question is printed only now, because from now on the terminal does not echo the input.
  if (isSecret) process.stderr.write(question);
  lines.once('SIGINT', () => leave.abort());
  try {
    return await lines.question(isSecret ? '' : question, { signal: leave.signal });
  } catch (error) {
    throw leave.signal.aborted ? new Error('Canceled.') : error;
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}
