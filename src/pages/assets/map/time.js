const MINUTE_MS = 60_000;
/** Number of frames of a replay that are shown in a second. */
const FRAMES_PER_SECOND = 4;
/** Maximum number of frames that the service returns at once. */
const MAX_FRAMES = 1_500;

/** A replay ends this long ago (ms): later positions may not be stored yet. */
const REPLAY_END_MS = 5_000;

const at = (id) => document.getElementById(id);

/** Yields the lines of newline-delimited JSON. */
async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The moment that the map shows: the present, a time in the last 24 hours, or a replay that starts then. */
export class Moment {
  #slider = at('moment');
  #session;
  #show;
  #boxOf;
  #running;
  /** Time by which the clock of the browser is ahead of the service's (ms): the service rejects future times. */
  #aheadMs = 0;

  /**
   * @param boxOf returns the box of the map
   * @param show receives `{ at, vessels, aircraft, events? }`, or undefined for the present
   */
  constructor(session, { boxOf, show }) {
    this.#session = session;
    this.#boxOf = boxOf;
    this.#show = show;
    let waiting;
    this.#slider.addEventListener('input', () => {
      this.#stop();
      this.#write();
      clearTimeout(waiting);
      waiting = setTimeout(() => this.refresh(), 250);
    });
    at('now').addEventListener('click', () => {
      this.#stop();
      this.#slider.value = 0;
      this.#write();
      this.refresh();
    });
    at('play').addEventListener('click', () => (this.#running === undefined ? this.#play() : this.#stop()));
    at('time').addEventListener('submit', (event) => event.preventDefault());
    this.#write();
  }

  /** Compares the browser's clock with a time of the service. */
  takeTime(time) {
    this.#aheadMs = Math.max(0, Date.now() - Date.parse(time));
  }

  #now() {
    return Date.now() - this.#aheadMs;
  }

  get isPast() {
    return Number(this.#slider.value) < 0;
  }

  get isReplay() {
    return this.#running !== undefined;
  }

  /** Shows the moment again, for example after the map was moved. */
  async refresh() {
    if (this.#running !== undefined) return;
    if (!this.isPast) return this.#show(undefined);
    const when = new Date(this.#now() + Number(this.#slider.value) * MINUTE_MS).toISOString();
    try {
      this.#show(await this.#session.get(`/geospatial/snapshot?at=${when}&bbox=${this.#boxOf()}`));
    } catch (error) {
      this.#tell(error);
    }
  }

  #write(time) {
    const minutes = Number(this.#slider.value);
    const moment = time === undefined ? new Date(this.#now() + minutes * MINUTE_MS) : new Date(time);
    const text =
      minutes === 0 && time === undefined ? 'Now' : `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    at('clock').textContent = text;
    this.#slider.setAttribute('aria-valuetext', text);
  }

  #tell({ message }) {
    at('clock').textContent = message;
  }

  #stop() {
    this.#running?.abort();
    this.#running = undefined;
    at('play').setAttribute('aria-label', 'Replay');
  }

  /** Starts a replay at the time of the slider, or two hours ago when the map shows the present. */
  async #play() {
    if (!this.isPast) this.#slider.value = -120;
    const running = new AbortController();
    this.#running = running;
    at('play').setAttribute('aria-label', 'Pause the replay');
    const now = this.#now() - REPLAY_END_MS;
    const stepSeconds = Number(at('speed').value) / FRAMES_PER_SECOND;
    // One request returns a limited number of frames, so a long replay takes several.
    const partMs = stepSeconds * MAX_FRAMES * 1000;
    try {
      for (let from = now + Number(this.#slider.value) * MINUTE_MS; from < now; from += partMs)
        await this.#playPart(from, Math.min(now, from + partMs), stepSeconds, running.signal);
      if (running.signal.aborted) return;
      this.#stop();
      this.#slider.value = 0;
      this.#write();
      this.#show(undefined);
    } catch (error) {
      if (running.signal.aborted) return;
      this.#stop();
      this.#tell(error);
    }
  }

  /** Shows the frames of a part of a replay (ms) until the signal aborts. */
  async #playPart(from, to, stepSeconds, signal) {
    if (signal.aborted) return;
    const [first, last] = [from, to].map((ms) => new Date(ms).toISOString());
    const path = `/geospatial/replay?from=${first}&to=${last}&stepSeconds=${stepSeconds}&bbox=${this.#boxOf()}`;
    const { body } = await this.#session.fetch(path, { headers: { accept: 'application/x-ndjson' }, signal });
    for await (const frame of linesOf(body)) {
      if (signal.aborted) return;
      if (frame.error !== undefined) throw new Error(frame.error.detail ?? frame.error.title);
      const minutes = Math.round((Date.parse(frame.time) - this.#now()) / MINUTE_MS);
      this.#slider.value = Math.min(-1, minutes);
      this.#write(frame.time);
      this.#show({ at: frame.time, vessels: frame.vessels, aircraft: frame.aircraft });
      await pause(1000 / FRAMES_PER_SECOND);
    }
  }
}
