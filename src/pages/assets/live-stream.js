import { pause } from './page-dom.js';

const MAX_PAUSE_SECONDS = 30;

/** Returns the fields of an event. A map receives thousands a second, so it splits no text into lists. */
function fieldsOf(frame) {
  const fields = {};
  for (let start = 0; start < frame.length; ) {
    const line = frame.indexOf('\n', start);
    const end = line < 0 ? frame.length : line;
    const colon = frame.indexOf(':', start);
    if (colon >= 0 && colon < end) fields[frame.slice(start, colon)] = frame.slice(colon + 2, end);
    start = end + 1;
  }
  return fields;
}

/**
 * Yields the events of a response of server-sent events as they arrive, in lists, because waiting for each one would
 * cost a map more than handling it: `{ id, type, data }`, with `data` parsed as JSON. A change of the retry time is an
 * event of type `retry`, in milliseconds.
 */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + part.value).split('\n\n');
    rest = frames.pop();
    const events = [];
    for (const frame of frames) {
      const { retry, data, event = 'message', id } = fieldsOf(frame);
      if (retry !== undefined) events.push({ type: 'retry', data: Number(retry) });
      // A frame without data is a heartbeat.
      if (data !== undefined) events.push({ id, type: event, data: JSON.parse(data) });
    }
    yield events;
  }
}

/**
 * Reads a stream until the signal aborts or the session has ended (401). Reconnects after other temporary failures,
 * with `Last-Event-ID`; renews the token when the server requests it.
 * @param onEvent may be asynchronous: the next event waits for it
 * @param onState receives `connecting`, `live` or `waiting`, and the error
 * @throws ApiError that would occur again, such as a 404
 */
export async function follow(session, path, { signal, onEvent, onState, lastEventId }) {
  let failures = 0;
  while (!signal.aborted) {
    let wait;
    try {
      if (failures === 0) onState('connecting');
      const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      const { body } = await session.fetch(path, { headers: { accept: 'text/event-stream', ...resume }, signal });
      onState('live');
      for await (const events of eventsOf(body))
        for (const event of events) {
          failures = 0;
          wait = 0.2; // Reconnect soon, because the stream has delivered events.
          lastEventId = event.id ?? lastEventId;
          if (event.type === 'retry') wait = event.data / 1000;
          else {
            const work = event.type === 'reauth' ? session.refresh() : onEvent(event);
            if (work !== undefined) await work;
          }
        }
    } catch (error) {
      if (signal.aborted || error.status === 401) break;
      if (error.isFinal) throw error;
      onState('waiting', error);
      wait = error.retryAfter;
    }
    await pause(wait ?? Math.min(MAX_PAUSE_SECONDS, 2 ** failures) * (0.5 + Math.random() / 2), signal);
    failures += 1;
  }
}
