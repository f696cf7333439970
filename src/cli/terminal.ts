import { text } from 'node:stream/consumers';

/** Where a command reads and writes: a person's terminal, or a test. */
export interface Terminal {
  env: Record<string, string | undefined>;
  out(line: string): void;
  err(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
}

export const processTerminal: Terminal = {
  env: process.env,
  out: (line) => void process.stdout.write(line),
  err: (line) => void process.stderr.write(line),
  input: () => text(process.stdin),
};
