import { connect, type Socket } from 'node:net';

/** The bytes until the server closed the connection. */
export interface RawExchange {
  /** Everything received, headers included. */
  text: string;
  /** Status of the first answer; 0 without one. */
  status: number;
  /** The error code when the connection was reset rather than closed. */
  error?: string;
}

/** Speaks to a server by the byte: `write` gets the socket and sends what it likes. Resolves when the server closes. */
export function rawExchange(url: string, write: (socket: Socket) => void): Promise<RawExchange> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let error: string | undefined;
    const socket = connect(Number(port), hostname, () => write(socket));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (reason: NodeJS.ErrnoException) => {
      error = reason.code;
    });
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), error });
    });
  });
}
