import { connect, type Socket } from 'node:net';

/** The bytes received until the server closed the connection. */
export interface RawExchange {
  /** Everything received, including headers. */
  text: string;
  /** Status of the first response; 0 without one. */
  status: number;
  /** Error code if the connection was reset rather than closed. */
  error?: string;
}

/** Opens a plain socket to a server, on which `write` sends anything. Resolves when the server closes it. */
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
