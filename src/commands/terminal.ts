import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Where a command reads and writes: a person's terminal, or a test. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Resolves when the reader has taken it, for commands that write a lot. */
  out(content: string | Uint8Array): void | Promise<void>;
  err(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  /** Width of a terminal that shows the output; undefined when it goes to a file or a program. */
  columns?: number;
  /** Asks the person at the terminal, without showing what is typed if it is secret; undefined without a terminal. */
  ask?(question: string, isSecret?: boolean): Promise<string>;
  /** Aborts at Ctrl-C. Commands that do not call it end at once. */
  interruption?(): AbortSignal;
  /** Calls a service; the global one when undefined. */
  fetch?: typeof globalThis.fetch;
  /** Waits (ms) or until the signal aborts; in real time when undefined. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns the terminal of this process. Its standard output may be closed early, as by `head`. */
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
  // Only now the terminal no longer echoes.
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
