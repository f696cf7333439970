import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

interface Reply {
  id?: number;
  method?: string;
  params?: { chunk: string };
  result?: { result?: { value?: string } };
}

/**
 * Memory of a process after a garbage collection (MB): the live objects of its main thread, without memory that the
 * allocator keeps.
 */
export interface LiveMemory {
  heap: number;
  /** Memory of objects outside the heap, including array buffers. */
  external: number;
}

/** Measures the memory of a process through its inspector. */
export class ProcessMemory {
  private lastId = 0;

  private constructor(private readonly socket: WebSocket) {}

  /** Connects to the first inspector that answers. @throws Error if none does */
  static async at(inspectors: readonly string[]): Promise<ProcessMemory> {
    for (const address of inspectors) {
      const socket = new WebSocket(address);
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.addEventListener('open', () => resolve(true));
        socket.addEventListener('error', () => resolve(false));
      });
      if (isOpen) return new ProcessMemory(socket);
    }
    throw new Error('The service has no inspector that answers.');
  }

  async live(): Promise<LiveMemory> {
    await this.call('HeapProfiler.collectGarbage');
    await this.call('HeapProfiler.collectGarbage'); // collects objects that the first one finalized
    const { result } = await this.call('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
    const { heapUsed, external } = JSON.parse(result?.result?.value ?? '{}') as NodeJS.MemoryUsage;
    return { heap: heapUsed / 1_000_000, external: external / 1_000_000 };
  }

  /** Writes a heap snapshot for the developer tools of Chromium. */
  async snapshot(file: string): Promise<void> {
    const stream = createWriteStream(file);
    await this.call('HeapProfiler.takeHeapSnapshot', { reportProgress: false }, (chunk) => stream.write(chunk));
    stream.end();
    await once(stream, 'close');
  }

  close(): void {
    this.socket.close();
  }

  private call(method: string, params: object = {}, onChunk?: (chunk: string) => void): Promise<Reply> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      const listener = ({ data }: MessageEvent) => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.method === 'HeapProfiler.addHeapSnapshotChunk') onChunk?.(reply.params?.chunk ?? '');
        if (reply.id !== id) return;
        this.socket.removeEventListener('message', listener);
        resolve(reply);
      };
      this.socket.addEventListener('message', listener);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
