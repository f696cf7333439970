import { Readable } from 'node:stream';
import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../../api/endpoint.js';
import { exampleOf } from '../../../../api/examples.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../../http/caller.js';
import { writeInChunks } from '../../../../http/chunked-json.js';
import { problemBody, toProblem } from '../../../../http/problem-body.js';
import { Reply } from '../../../../http/reply.js';
import { Log } from '../../../../logging/log.js';
import { Timers } from '../../../../time/timers.js';
import { ReplayErrorDto, ReplayFrameDto, ReplayQuery } from './replay.dto.js';
import { ReplayService } from './replay.service.js';
import { ReplaySlots } from './replay-slots.js';

const lines = 'application/x-ndjson';
const path = '/api/v1/geospatial/replay';
/** Maximum time (ms) that a client may take to read a replay; it is then disconnected. */
const MAX_MS = 900_000;

const alternatives = {
  [lines]: {
    description:
      'One frame per line. A replay that fails ends with the line `{ "error": … }`, a problem like those of ' +
      'other operations.',
    lines: [ReplayFrameDto, ReplayErrorDto],
    example: `${JSON.stringify(exampleOf(ReplayFrameDto))}\n`,
  },
};

@Service()
@Authorized()
@JsonController('/geospatial/replay')
export class ReplayController {
  constructor(
    private readonly replays: ReplayService,
    private readonly places: ReplaySlots,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Replay movements',
    description:
      'Sends the positions of vessels and aircraft frame by frame, interpolated between stored reports. Frames ' +
      'are sent as fast as the client reads: at most 1,500 frames of at most one day, each with up to 5,000 ' +
      'vessels and 5,000 aircraft. A replay ends when the client disconnects, or after 15 minutes. An account ' +
      'may run 3 replays at a time. A range that is inverted, in the future or older than the stored tracks is ' +
      'a 400.',
    alternatives,
    errors: ['too_many_streams'],
  })
  replayMovements(
    @QueryParams() query: ReplayQuery,
    @CurrentCaller() { accountId }: Caller,
    @Origin() { requestId }: RequestOrigin,
  ): Reply {
    const frames = this.replays.frames(query);
    const release = this.places.take(accountId);
    const stream = lineStream(frames, ReplayFrameDto.from, (error) => this.problemLine(error, requestId));
    const cancelTimer = this.timers.after(MAX_MS, () => stream.destroy());
    stream.once('close', () => {
      cancelTimer();
      release();
    });
    return new Reply(stream, { type: lines });
  }

  private problemLine(error: unknown, requestId: string): object {
    const problem = toProblem(error);
    this.log.error({ requestId, code: problem.code, err: problem.cause ?? problem }, 'Replay failed.');
    return { error: JSON.parse(problemBody(problem, path, requestId)) };
  }
}

/**
 * Streams items as lines of JSON, in pieces as they are read. An error is written as the last line, since the status
 * has already been sent.
 * @param onError returns the line for an error
 */
function lineStream<Item>(
  items: AsyncIterable<Item>,
  toLine: (item: Item) => object,
  onError: (error: unknown) => object,
): Readable {
  async function* lines(): AsyncGenerator<Buffer | string, void> {
    try {
      for await (const item of items) {
        yield await writeInChunks(toLine(item));
        yield '\n';
      }
    } catch (error) {
      yield `${JSON.stringify(onError(error))}\n`;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
