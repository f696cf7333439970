/**
 * Node's own HTTP module. Not imported: an import reads whatever it exports, and behind `http.WebSocket` stands all of Node's `fetch`, which
 * nothing here uses and which would be a twentieth of every start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
