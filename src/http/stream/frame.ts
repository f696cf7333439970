/** One message of a stream of server-sent events. */
export interface StreamMessage {
  /** The value that a client sends back as `Last-Event-ID`; without it the client keeps the last one. */
  id?: string;
  /** The name of the event; without it the client takes it for `message`. */
  event?: string;
  /** Sent as JSON; text is sent as it is, with each of its line ends as LF. */
  data: object | string;
}

/** Line ends of the format. U+2028 and U+2029 do not end lines. */
const lineEnd = /\r\n|\r|\n/;

/**
 * A message as it goes over the wire, by the WHATWG HTML standard §9.2.5.
 *
 * @throws RangeError when an id or a name holds a line end, or an id U+0000, with which clients ignore it: neither
 * comes from outside
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
 * The first frame: a comment, so that the client has something to read, and how long (ms) to wait before reconnecting.
 */
export const openingFrame = (retryMs: number): Buffer => Buffer.from(`: open\nretry: ${retryMs}\n\n`);

/** Repeats how long (ms) to wait before reconnecting. */
export const retryFrame = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n\n`);

/** A comment without words, which keeps proxies from taking the connection for dead. */
export const heartbeat: Buffer = Buffer.from(':\n\n');

/**
 * A frame for each item, made once however many streams it goes to: readers of the same item share its bytes also while
 * they wait to be sent. For items that do not change after they were first sent.
 */
export function framedOnce<Item extends object>(toMessage: (item: Item) => StreamMessage): (item: Item) => Buffer {
  const frames = new WeakMap<Item, Buffer>();
  return (item) => {
    const known = frames.get(item);
    if (known !== undefined) return known;
    const frame = frameOf(toMessage(item));
    frames.set(item, frame);
    return frame;
  };
}
