/** One event of a stream. */
export interface ServerEvent {
  event: string;
  /** Id with which the stream resumes after this event; undefined on streams that cannot be resumed. */
  id?: string;
  data: unknown;
}

/** One part of a stream: an event, or the wait before the next connection (ms). */
export type Frame = ServerEvent | { retryMs: number };

/**
 * Reads `text/event-stream` (WHATWG HTML §9.2.6) with JSON data. Ends with the body; an incomplete event at its end is
 * dropped.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let [event, id, data] = ['', undefined as string | undefined, [] as string[]];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes();
      const lines = (rest + decoder.decode(read.value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      for (const line of lines) {
        const [name, value] = fieldOf(line);
        if (line === '') {
          if (data.length > 0)
            yield { event: event || 'message', ...(id ? { id } : {}), data: JSON.parse(data.join('\n')) };
          [event, data] = ['', []];
        } else if (name === 'data') data.push(value);
        else if (name === 'event') event = value;
        else if (name === 'id') id = value;
        else if (name === 'retry' && /^\d+$/.test(value)) yield { retryMs: Number(value) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
