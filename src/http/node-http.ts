import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Node's HTTP module, loaded without an import: an import reads every export, and `http.WebSocket` loads all of Node's
 * `fetch`, which is unused here and would take a twentieth of every start.
 */
export const { createServer, STATUS_CODES, ServerResponse: NodeResponse } = process.getBuiltinModule('node:http');

export const newServerResponse = (request: IncomingMessage): ServerResponse => new NodeResponse(request);
