import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A request as the vendor receives it. */
export interface VendorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The posted form; empty for a GET. */
  form: URLSearchParams;
  /** The posted body as text; empty for a GET. */
  text: string;
}

export interface VendorReply {
  status?: number;
  headers?: Record<string, string>;
  /** Body of the response: text and bytes are sent unchanged, anything else as JSON. */
  body: unknown;
}

/** The vendor's end of a WebSocket. */
export interface VendorPeer {
  /** Path with the query, such as `/us?api_token=…`. */
  path: string;
  frames: string[];
  send(frame: unknown): void;
  /** Destroys the connection. */
  end(): void;
}

export interface VendorScript {
  answer(request: VendorRequest): VendorReply;
  /** Message sent to every client that connects. */
  greeting?: unknown;
  /** Called with each received frame. */
  hear?(frame: Record<string, unknown>, peer: VendorPeer): void;
}

/** A vendor on a free port of loopback, with HTTP and WebSockets. */
export interface VendorStub {
  url: string;
  socketUrl: string;
  requests: VendorRequest[];
  /** The connected clients. */
  peers: VendorPeer[];
  /** Sets the reply for every path that begins with `start`, instead of the usual one. */
  reply(start: string, reply: VendorReply | ((request: VendorRequest) => VendorReply)): void;
  /** Sends a frame to all connected clients. */
  send(frame: unknown): void;
  close(): Promise<void>;
}

/** Returns a recorded response from `test/fixtures/markets/providers`. */
export const recorded = (name: string): string => readFileSync(`test/fixtures/markets/providers/${name}`, 'utf8');
export const recordedJson = <Body>(name: string): Body => JSON.parse(recorded(name));

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const sentOf = (body: unknown): string | Buffer => (Buffer.isBuffer(body) ? body : textOf(body));

export async function startVendorStub(script: VendorScript): Promise<VendorStub> {
  const requests: VendorRequest[] = [];
  const peers: VendorPeer[] = [];
  const replies: Array<[string, VendorReply | ((request: VendorRequest) => VendorReply)]> = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] | undefined = await incoming.toArray().catch(() => undefined);
    if (chunks === undefined) return; // the client has disconnected
    const { pathname, searchParams } = new URL(incoming.url as string, 'http://stub');
    const text = Buffer.concat(chunks).toString();
    const form = new URLSearchParams(text);
    const request = {
      method: incoming.method as string,
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: incoming.headers,
      form,
      text,
    };
    requests.push(request);
    const found =
      replies.findLast(([start]) => request.path.startsWith(start))?.[1] ??
      ((one: VendorRequest) => script.answer(one));
    const { status = 200, headers, body } = typeof found === 'function' ? found(request) : found;
    response
      .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers })
      .end(sentOf(body));
  });
  // A connection that ends while a busy client uses it again would be a failure.
  server.keepAliveTimeout = 600_000;
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket, request) => {
    const peer: VendorPeer = {
      path: request.url as string,
      frames: [],
      send: (frame) => socket.send(textOf(frame)),
      end: () => socket.terminate(),
    };
    peers.push(peer);
    socket.on('error', () => {}).on('close', () => peers.splice(peers.indexOf(peer), 1));
    socket.on('message', (data) => {
      peer.frames.push(data.toString());
      script.hear?.(JSON.parse(data.toString()), peer);
    });
    if (script.greeting !== undefined) peer.send(script.greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    server.closeAllConnections();
    if (server.listening) {
      server.close();
      await once(server, 'close');
    }
  };
  const send = (frame: unknown) => {
    for (const peer of peers) peer.send(frame);
  };
  const reply: VendorStub['reply'] = (start, said) => void replies.push([start, said]);
  return { url: `http://${address}`, socketUrl: `ws://${address}`, requests, peers, reply, send, close };
}
