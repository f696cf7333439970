/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** The value that a client sends back as `Last-Event-ID`; undefined: the client keeps the last id. */
  id?: string;
  /** The name of the event; undefined: clients dispatch it as `message`. */
  event?: string;
  /** Content: an object is sent as JSON, text unchanged except that every line end becomes LF. */
  data: object | string;
}

/** The form in which the messages of a stream are written to its connection. */
export interface StreamFormat {
  frame(message: StreamMessage): Buffer;
  /** Returns the frame with the wait before clients reconnect (ms). */
  retry(waitMs: number): Buffer;
  /** The frame that keeps proxies from closing the connection as idle. */
  readonly heartbeat: Buffer;
}

/** Line ends of server-sent events. U+2028 and U+2029 do not end lines. */
const lineEnd = /\r\n|\r|\n/;

/**
 * Returns a message in the format of the WHATWG HTML standard §9.2.5.
 *
 * @throws RangeError when the id or the name contains a line end, or the id U+0000, which makes clients ignore it. Ids
 * and names never come from callers.
 */
export function frameOf({ id, event, data }: StreamMessage): Buffer {
  if (id !== undefined && /[\r\n\0]/.test(id))
    throw new RangeError('The id of an event holds neither line ends nor NUL');
  if (event !== undefined && /[\r\n]/.test(event)) throw new RangeError('The name of an event holds no line end');
  const lines = typeof data === 'string' ? data.split(lineEnd) : [JSON.stringify(data)];
  const fields = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return Buffer.from(`${fields}data: ${lines.join('\ndata: ')}\n\n`);
}

/**
 * Returns the first frame: a comment, so that the client receives data at once, and the wait before reconnecting (ms).
 */
export const openingFrame = (retryMs: number): Buffer => Buffer.from(`: open\nretry: ${retryMs}\n\n`);

/** Returns a frame that changes the wait before reconnecting (ms). */
export const retryFrame = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n\n`);

/** An empty comment, which keeps proxies from closing the connection as idle. */
export const heartbeat: Buffer = Buffer.from(':\n\n');

export const eventStreamFormat: StreamFormat = { frame: frameOf, retry: retryFrame, heartbeat };

/**
 * WebSocket messages: JSON objects with the members of a server-sent event. A text in `data` must be JSON. The empty
 * frame becomes a ping.
 */
export const socketFormat: StreamFormat = {
  frame: ({ id, event = 'message', data }) => {
    const known = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
    const content = typeof data === 'string' ? data : JSON.stringify(data);
    return Buffer.from(`{"event":${JSON.stringify(event)},${known}"data":${content}}`);
  },
  retry: (waitMs) => Buffer.from(JSON.stringify({ event: 'retry', data: { waitMs } })),
  heartbeat: Buffer.alloc(0),
};

/**
 * Returns an encoder that creates the frame of each item only once in each format for all streams, so that streams
 * share its bytes, also while they wait to be sent. Items must not change after they were first sent.
 */
export function framedOnce<Item extends object>(
  toMessage: (item: Item) => StreamMessage,
): (item: Item, format?: StreamFormat) => Buffer {
  const byFormat = new Map([eventStreamFormat, socketFormat].map((format) => [format, new WeakMap<Item, Buffer>()]));
  return (item, format = eventStreamFormat) => {
    const frames = byFormat.get(format);
    const known = frames?.get(item);
    if (known !== undefined) return known;
    const frame = format.frame(toMessage(item));
    frames?.set(item, frame);
    return frame;
  };
}
