import { main } from '../../src/cli/watchfloor.js';

export interface CommandOptions {
  /** Standard input. */
  input?: string;
  /** Width of the terminal (characters); undefined if the output goes to a file. */
  columns?: number;
  /** Answers of the person at prompts, in order. */
  answers?: string[];
  interruption?: AbortSignal;
  onOut?: (text: string) => void;
  fetch?: typeof globalThis.fetch;
  wait?: (ms: number) => Promise<void>;
}

/** Runs a command as another process would, with only this environment. */
export async function runCommand(
  args: string[],
  env: Record<string, string | undefined>,
  options: CommandOptions = {},
) {
  const { input = '', columns, answers, interruption, onOut, fetch, wait } = options;
  const [out, err, asked] = [[] as Buffer[], [] as string[], [] as string[]];
  const ask = async (question: string, isSecret = false) => {
    asked.push(isSecret ? `${question}(hidden) ` : question);
    return answers?.shift() as string;
  };
  const status = await main(args, {
    env,
    out: (content) => {
      out.push(Buffer.from(content as string));
      onOut?.(String(content));
    },
    err: (text) => void err.push(text),
    input: async () => input,
    columns,
    ask: answers && ask,
    interruption: interruption && (() => interruption),
    fetch,
    wait,
  });
  const bytes = Buffer.concat(out);
  return { status, out: bytes.toString(), bytes, err: err.join(''), asked };
}
