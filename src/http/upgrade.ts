import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Problem } from '../api/problem.js';
import { linger } from './lingering-close.js';
import { newServerResponse } from './node-http.js';

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
/** A key of RFC 6455 §4.1: 16 bytes in Base64. */
const keyShape = /^[+/0-9A-Za-z]{22}==$/;

/** A request that asks to change the protocol of its connection to WebSocket (RFC 6455). */
export class Upgrade {
  /** Lines of the headers that the response had when it gave up the connection. */
  headers: readonly string[] = [];

  constructor(
    private readonly socket: Socket,
    /** Bytes that the client sent after the request. */
    private readonly head: Buffer,
  ) {}

  /** Returns the upgrade that a request asks for; undefined for other requests. */
  static of(request: IncomingMessage): Upgrade | undefined {
    return upgrades.get(request);
  }

  /** @throws Problem `bad_request` for a handshake that is incomplete, or of another version of the protocol */
  static check({ headers }: IncomingMessage): void {
    const detail = keyShape.test(headers['sec-websocket-key'] ?? '')
      ? headers['sec-websocket-version'] !== '13'
        ? '`Sec-WebSocket-Version` must be 13.'
        : headers['sec-websocket-protocol'] !== undefined
          ? 'This WebSocket has no subprotocols: omit `Sec-WebSocket-Protocol`.'
          : undefined
      : '`Sec-WebSocket-Key` must be 16 bytes in Base64.';
    if (detail !== undefined)
      throw new Problem('bad_request', { detail, headers: { 'Sec-WebSocket-Version': '13', Upgrade: 'websocket' } });
  }

  /** Takes the connection from the response, which writes nothing to it. */
  detach(response: ServerResponse): { socket: Socket; head: Buffer } {
    this.headers = Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
    response.detachSocket(this.socket);
    // The response stays open until the connection closes, as observers of the response expect.
    this.socket.once('close', () => response.emit('close'));
    return { socket: this.socket, head: this.head };
  }
}

/** Returns true for requests whose connection Node hands over with the event `upgrade`. */
export const asksForSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Makes requests for a WebSocket pass through the same middleware as other requests. A request that opens no WebSocket
 * gets an ordinary response, after which its connection is closed.
 */
export function serveUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket;
    // Node removes its own listener, and an error without a listener ends the process.
    socket.on('error', () => {});
    const response = newServerResponse(request);
    upgrades.set(request, new Upgrade(socket, head));
    response.shouldKeepAlive = false;
    try {
      response.assignSocket(socket);
    } catch {
      // An earlier response of the connection is not written yet, because the client did not wait for it.
      socket.destroy();
      return;
    }
    response.once('finish', () => linger(socket));
    server.emit('request', request, response);
  });
}

/** Parameter decorator: injects the `Upgrade` of a request for a WebSocket; undefined for other requests. */
export function SocketUpgrade(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => Upgrade.of((context as Context).req) }) as ParameterDecorator;
}
