import { Authorized, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { Dto, Field } from '../../../src/api/field.js';
import { Problem } from '../../../src/api/problem.js';
import { integer, text } from '../../../src/api/rules.js';
import { Database } from '../../../src/database/database.js';
import { type Caller, CurrentCaller } from '../../../src/http/caller.js';
import type { EventStream } from '../../../src/http/stream/event-stream.js';
import { framedOnce } from '../../../src/http/stream/frame.js';
import { LastEventId } from '../../../src/http/stream/last-event-id.js';
import { StreamHub } from '../../../src/http/stream/stream-hub.js';
import { StreamReply } from '../../../src/http/stream/stream-reply.js';

export interface Bulletin {
  number: number;
  text: string;
}

@Dto('Something to tell everybody.')
export class BulletinDto {
  @Field('Counts from 1.', integer(1, 1_000_000_000), { example: 1 })
  number!: number;

  @Field('The text of the bulletin.', text(0, 1_000_000), { example: 'tea is ready' })
  text!: string;

  static from({ number, text }: Bulletin): BulletinDto {
    return Object.assign(new BulletinDto(), { number, text });
  }
}

/** Sends streams as a feature does: first missed events, then new ones, and cleans up at the end. */
@Service()
export class BulletinBoard {
  /** Streams that have a source. */
  readonly followers = new Set<EventStream<Bulletin>>();
  /** Past events, which a new follower gets first. */
  past: Bulletin[] = [];
  /** Number of pages of past events that were read from the database. */
  pagesRead = 0;
  failure?: Error;
  /** Sources wait for this promise before they begin. */
  held?: Promise<void>;

  constructor(
    private readonly streams: StreamHub,
    private readonly database: Database,
  ) {}

  follow(lastSeen = 0): StreamReply<Bulletin> {
    return this.streams.open<Bulletin>(async (stream) => {
      this.followers.add(stream);
      try {
        await this.held;
        for (const bulletin of this.past.slice(lastSeen)) {
          await this.database.query('select 1');
          this.pagesRead += 1;
          await stream.write(bulletin);
        }
        if (this.failure) throw this.failure;
        await stream.closed;
      } finally {
        this.followers.delete(stream);
      }
    });
  }

  tell(bulletin: Bulletin): void {
    for (const stream of this.followers) stream.send(bulletin);
  }
}

const toFrame = framedOnce((bulletin: Bulletin) => ({
  id: String(bulletin.number),
  event: 'bulletin',
  data: BulletinDto.from(bulletin),
}));
const alternatives = {
  'text/event-stream': { description: 'One event a bulletin.', events: { bulletin: BulletinDto }, resumes: true },
};

@Service()
@Authorized()
@JsonController('/bulletins')
export class BulletinsController {
  constructor(private readonly board: BulletinBoard) {}

  @Get('/stream')
  @Endpoint({
    summary: 'Follow the bulletins',
    description: 'The past from Last-Event-ID on, then new bulletins.',
    alternatives,
  })
  followBulletins(@LastEventId() last?: string): StreamReply<Bulletin> {
    return this.board.follow(Number(last ?? 0)).as(toFrame);
  }

  @Get('/latest')
  @Endpoint({
    summary: 'Read or follow the bulletins',
    description: 'The last bulletin, or a stream of them.',
    returns: BulletinDto,
    alternatives,
  })
  readOrFollow(): StreamReply<Bulletin> {
    return this.board.follow().as(toFrame);
  }

  @Post('/stream')
  @Endpoint({
    summary: 'Ask and follow',
    description: 'A stream that answers a request with a key.',
    alternatives,
    idempotent: true,
  })
  askBulletins(): StreamReply<Bulletin> {
    return this.board.follow().as(toFrame);
  }
}

/** Sends the same streams below a resource that can be granted. */
@Service()
@Authorized()
@JsonController('/osint/cases/:id/bulletins')
export class GrantedBulletinsController {
  constructor(private readonly board: BulletinBoard) {}

  @Get('/stream')
  @Endpoint({
    summary: 'Follow the bulletins of a case',
    description: 'Sends new bulletins.',
    alternatives,
    granted: 'read',
  })
  followBulletinsOfCase(@Param('id') _id: string, @CurrentCaller() { grant }: Caller): StreamReply<Bulletin> {
    if (grant === undefined) throw new Problem('not_found', { detail: 'You have no case with this id.' });
    return this.board.follow().as(toFrame);
  }
}
