import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One response of the scripted model. */
export interface Step {
  /** Pieces of text, in order. */
  text?: readonly string[];
  /** Tool calls; arguments that are text are sent unchanged. */
  calls?: ReadonlyArray<{ name: string; arguments: object | string }>;
  /** Status of an error response, instead of an answer. */
  status?: number;
  /** Ending of the stream after the text. Default: the ending of a usual server. */
  ending?: 'cut' | 'error' | 'no_finish' | 'malformed' | 'hang';
  /** True: the response has no token counts. */
  withoutUsage?: boolean;
  finish?: 'length';
}

/** Servers whose variants of the protocol the stub can use. */
export type Dialect = 'openai' | 'ollama' | 'vllm';

// biome-ignore lint/suspicious/noExplicitAny: tests read requests freely
type Body = any;

/** The responses of the model to one question: one for each request, the last one repeated. */
interface Script {
  dialect: Dialect;
  steps: ReadonlyArray<Step | ((request: Body) => Step)>;
  requests: Body[];
}

const CORRECTION = 'These numbers of your answer';

/** An OpenAI-compatible server over HTTP that plays a script for each question. */
export class ModelStub {
  /** The Authorization headers of all requests. */
  readonly keys: Array<string | undefined> = [];
  private readonly scripts = new Map<string, Script>();

  private constructor(
    readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<ModelStub> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stub = new ModelStub(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (req, res) => void stub.serve(req, res));
    return stub;
  }

  /** Sets the responses to a question. */
  plays(question: string, ...steps: Script['steps']): void {
    this.playsAs('openai', question, ...steps);
  }

  playsAs(dialect: Dialect, question: string, ...steps: Script['steps']): void {
    this.scripts.set(question, { dialect, steps, requests: [] });
  }

  /** Returns the bodies of the requests for a question since its script was set. */
  requestsOf(question: string): Body[] {
    return this.scripts.get(question)?.requests ?? [];
  }

  /** Returns the requests to correct numbers in the answer to a question. */
  correctionsOf(question: string): string[] {
    const all = this.requestsOf(question).map(({ messages }) => messages.at(-1).content);
    return all.filter((content) => typeof content === 'string' && content.startsWith(CORRECTION));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    this.keys.push(req.headers.authorization);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    // A correction gets the next response of the question before it.
    const asked: string[] = body.messages
      .filter(({ role }: { role: string }) => role === 'user')
      .map(({ content }: { content: string }) => content);
    const question = asked.findLast((content) => !content.startsWith(CORRECTION)) as string;
    const { dialect, steps, requests } = this.scripts.get(question) ?? {
      dialect: 'openai' as const,
      steps: [],
      requests: [],
    };
    const step = steps[Math.min(requests.push(body), steps.length) - 1] ?? { status: 500 };
    play(typeof step === 'function' ? step(body) : step, dialect, res, requests.length);
  }
}

function play(step: Step, dialect: Dialect, res: ServerResponse, count: number): void {
  const error =
    dialect === 'ollama'
      ? { error: 'secret-of-the-server' }
      : { error: { message: 'secret-of-the-server', type: 'server_error', param: null, code: null } };
  if (step.status !== undefined) {
    res.writeHead(step.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(error));
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  if (dialect === 'openai') res.write(': keep-alive\n\n');
  const send = (data: object) => void res.write(`data: ${JSON.stringify(data)}\n\n`);
  if (dialect === 'vllm') send(chunkOf({ role: 'assistant', content: '' }));
  for (const text of step.text ?? []) send(chunkOf({ content: text }));
  for (const [index, call] of (step.calls ?? []).entries())
    for (const delta of deltasOf(call, index, dialect, count)) send(chunkOf({ tool_calls: [delta] }));
  if (step.ending === 'hang') return;
  if (step.ending === 'cut') {
    setImmediate(() => res.socket?.destroy());
    return;
  }
  if (step.ending === 'error') send(error);
  if (step.ending === 'malformed') res.write('data: {"choices":[{"delta"\n\n');
  if (step.ending !== 'no_finish') {
    send(chunkOf({}, step.finish ?? (step.calls !== undefined && dialect !== 'ollama' ? 'tool_calls' : 'stop')));
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    if (step.withoutUsage !== true) send({ object: 'chat.completion.chunk', choices: [], usage });
  }
  res.end('data: [DONE]\n\n');
}

/** OpenAI and vLLM send a call in pieces; Ollama sends it whole and always with the index 0. */
function deltasOf(
  { name, arguments: given }: { name: string; arguments: object | string },
  index: number,
  dialect: Dialect,
  count: number,
): object[] {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const [id, type, middle] = [`call_${count}_${index}`, 'function', Math.ceil(text.length / 2)];
  if (dialect === 'ollama') return [{ index: 0, id, type, function: { name, arguments: text } }];
  const pieces = [text.slice(0, middle), text.slice(middle)];
  return [
    { index, id, type, function: { name, arguments: '' } },
    ...pieces.map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

const chunkOf = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_795_000_000,
  model: 'stub',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
