/**
 * Node's HTTP module, loaded without an import: an import reads every export, and `http.WebSocket` loads all of Node's
 * `fetch`, which is unused here and would take a twentieth of every start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
