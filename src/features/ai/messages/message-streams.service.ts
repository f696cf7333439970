import { Service } from 'typedi';
import { Problem, type ProblemCode } from '../../../api/problem.js';
import { HttpConfig } from '../../../config/http-config.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import type { AnswerEvent } from './live-answer.js';
import type { Message } from './message.js';
import { Messages } from './messages.service.js';
import type { SentAnswer } from './questions.service.js';

/** An item of the stream of an answer: the message, then its events. */
export type AnswerStreamItem = { type: 'start'; message: Message } | AnswerEvent;

/** Interval (ms) at which an answer that another process writes is read. */
const POLL_MS = SECOND_MS;
/** Time before the deadline of a request (ms) at which a running answer is returned as it is. */
const ANSWER_RESERVE_MS = 3 * SECOND_MS;

/** Sends answers to clients while they are being written. */
@Service()
export class MessageStreams {
  constructor(
    private readonly hub: StreamHub,
    private readonly messages: Messages,
    private readonly http: HttpConfig,
    private readonly timers: Timers,
  ) {}

  /** Opens a stream of an answer, from its beginning. The answer continues if the client disconnects. */
  open(sent: SentAnswer): StreamReply<AnswerStreamItem> {
    return this.hub.open<AnswerStreamItem>((stream) => this.fill(stream, sent));
  }

  /**
   * Returns an answer when it has ended. Shortly before the deadline of the request, or when the client disconnects,
   * returns it as it is.
   */
  async wait(sent: SentAnswer, signal: AbortSignal): Promise<Message> {
    const maxMs = Math.max(this.http.deadlineMs - ANSWER_RESERVE_MS, this.http.deadlineMs / 2);
    if (sent.message.status !== 'running') return sent.message;
    if (sent.live === undefined) return this.poll(sent.message, maxMs, signal);
    const { live } = sent;
    return new Promise((resolve) => {
      const finish = (message: Message) => {
        endTimer();
        signal.removeEventListener('abort', now);
        resolve(message);
      };
      const now = () => finish({ ...live.message, content: live.content });
      const endTimer = this.timers.after(maxMs, now);
      signal.addEventListener('abort', now);
      void live.ended.then(finish);
      if (signal.aborted) now();
    });
  }

  /** Sends an answer to a stream. @throws Problem of a failed answer, after everything was sent */
  private async fill(stream: EventStream<AnswerStreamItem>, sent: SentAnswer): Promise<void> {
    stream.send({ type: 'start', message: sent.message });
    const message =
      sent.live === undefined
        ? await this.poll(sent.message, Number.POSITIVE_INFINITY, stream.signal)
        : await this.follow(stream, sent.live);
    if (sent.live === undefined) {
      if (message.content !== '') stream.send({ type: 'delta', text: message.content });
      stream.send({ type: 'end', message, approvals: await this.messages.proposalsOf([message]) });
    }
    const problem = message.details?.problem;
    if (problem != null) throw new Problem(problem.code as ProblemCode, { detail: problem.detail });
  }

  private follow(stream: EventStream<AnswerStreamItem>, live: NonNullable<SentAnswer['live']>): Promise<Message> {
    return new Promise((resolve) => {
      const leave = live.follow((event) => {
        stream.send(event);
        if (event.type === 'end') resolve(event.message);
      });
      void stream.closed.then(() => {
        leave();
        resolve(live.message);
      });
    });
  }

  private async poll(message: Message, maxMs: number, signal: AbortSignal): Promise<Message> {
    let current = message;
    for (let waitedMs = 0; current.status === 'running' && waitedMs < maxMs && !signal.aborted; waitedMs += POLL_MS) {
      await new Promise<void>((resolve) => this.timers.after(POLL_MS, resolve));
      current = await this.messages.get(message.accountId, message.id);
    }
    return current;
  }
}
