import type { Approval } from '../approvals/approval.js';
import type { LimitReason, Message, ToolCall } from './message.js';

/** An event of an answer that is being written. `end` is the last one and contains the stored message. */
export type AnswerEvent =
  | { type: 'delta'; text: string }
  | { type: 'tool'; call: ToolCall }
  | { type: 'correction'; text: string }
  | { type: 'limit'; reason: LimitReason }
  | { type: 'end'; message: Message; approvals: readonly Approval[] };

type Listener = (event: AnswerEvent) => void;

/** Maximum length of an answer, in UTF-16 code units. */
const MAX_CONTENT_LENGTH = 100_000;

/** The cause of an answer that is ended from outside. */
export type EndReason = 'cancelled' | 'interrupted' | 'time' | 'deleted';

/** Abort reason of an answer that is ended from outside, for example because it is cancelled. */
export class AnswerEnded extends Error {
  constructor(readonly reason: EndReason) {
    super(`The answer was ended: ${reason}`);
  }
}

/** An answer that this process is writing, independently of the clients that follow it. */
export class LiveAnswer {
  content = '';
  readonly toolCalls: ToolCall[] = [];
  readonly abort = new AbortController();
  /** Resolves with the stored message. Never rejects. */
  readonly ended: Promise<Message>;
  private resolveEnded!: (message: Message) => void;
  private readonly listeners = new Set<Listener>();
  private end?: AnswerEvent & { type: 'end' };

  constructor(readonly message: Message) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  /** Appends text to the answer and sends it to listeners. */
  write(text: string): void {
    const fitting = text.slice(0, MAX_CONTENT_LENGTH - this.content.length);
    if (fitting === '') return;
    this.content += fitting;
    this.publish({ type: 'delta', text: fitting });
  }

  /** Replaces all text so far by a corrected text. */
  correct(text: string): void {
    this.content = text.slice(0, MAX_CONTENT_LENGTH);
    this.publish({ type: 'correction', text: this.content });
  }

  called(call: ToolCall): void {
    this.toolCalls.push(call);
    this.publish({ type: 'tool', call });
  }

  limited(reason: LimitReason): void {
    this.publish({ type: 'limit', reason });
  }

  /** Makes the answer end early, because of something outside of it. */
  stop(reason: EndReason): void {
    this.abort.abort(new AnswerEnded(reason));
  }

  /** Ends the answer. @param approvals proposals of the message */
  finish(message: Message, approvals: readonly Approval[]): void {
    this.end = { type: 'end', message, approvals };
    this.publish(this.end);
    this.listeners.clear();
    this.resolveEnded(message);
  }

  /**
   * Calls the listener first with the text so far and then with new events.
   * @returns a function that removes the listener
   */
  follow(listener: Listener): () => void {
    if (this.content !== '') listener({ type: 'delta', text: this.content });
    for (const call of this.toolCalls) listener({ type: 'tool', call });
    if (this.end !== undefined) listener(this.end);
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private publish(event: AnswerEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
