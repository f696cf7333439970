import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, eventStream } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { MediaType } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import type { StreamMessage } from '../../../http/stream/frame.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { NewRuleBacktestDto, RuleBacktestDto, RuleBacktestProgress } from './backtest.dto.js';
import { RuleBacktests } from './backtest.service.js';
import { type BacktestStreamItem, BacktestStreams } from './backtest-stream.service.js';

const toMessage = (item: BacktestStreamItem): StreamMessage =>
  'fraction' in item
    ? { event: 'progress', data: RuleBacktestProgress.from(item) }
    : { event: 'result', data: RuleBacktestDto.from(item) };

const frames = {
  description:
    '`progress` is sent at the start and at most twice a second while the rule is evaluated; `result` carries ' +
    'the same JSON as the response without a stream and is the last event. ' +
    'An invalid request is rejected before the stream begins; a backtest that fails later ends with `error`. ' +
    'The stream cannot be resumed.',
  events: { progress: RuleBacktestProgress, result: RuleBacktestDto },
  example: `event: progress\ndata: ${JSON.stringify(exampleOf(RuleBacktestProgress))}\n\n`,
};

@Service()
@Authorized()
@JsonController('/alerts/rules')
export class BacktestController {
  constructor(
    private readonly backtests: RuleBacktests,
    private readonly streams: BacktestStreams,
  ) {}

  @Post('/backtest')
  @Endpoint({
    summary: 'Backtest an alert rule',
    description:
      'Evaluates a rule against stored candles, positions, geofence transitions and events, with the same ' +
      'evaluation as live rules, and returns the alerts that it would have had. Publishes nothing. ' +
      'Prices of symbols that enabled rules name are recorded for a week as the rules observed them, so a ' +
      'backtest of that time gives the alerts that fired. Other prices are estimated from candles of a minute: ' +
      'open, low, high and close, or open, high, low and close when the candle falls. `missing` names each ' +
      'leaf on such prices and everything else that was not stored. No alert begins before `from`. ' +
      'With `Accept: text/event-stream` the progress is streamed before the result. A backtest ends when its ' +
      'client disconnects.',
    returns: RuleBacktestDto,
    alternatives: { [eventStream]: frames },
    status: 200,
    scope: 'read',
    errors: ['not_found', 'unprocessable', 'unavailable', 'overloaded'],
  })
  async backtestAlertRule(
    @CurrentRequester() requester: Requester,
    @Body() request: NewRuleBacktestDto,
    @MediaType() mediaType: string,
  ): Promise<RuleBacktestDto | StreamReply<BacktestStreamItem>> {
    if (mediaType === eventStream) return (await this.streams.open(requester, request)).as(toMessage);
    return RuleBacktestDto.from(
      await this.backtests.run(requester, await this.backtests.prepare(requester.accountId, request)),
    );
  }
}
