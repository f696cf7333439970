import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { RecordedRequestDto, requestParameter } from './recorded-request.dto.js';
import { RecordedRequests } from './recorded-requests.service.js';

@Service()
@Authorized('operator')
@JsonController('/debug/requests')
export class RecordedRequestsController {
  constructor(private readonly requests: RecordedRequests) {}

  @Get('/:requestId')
  @Endpoint({
    summary: 'Get a recorded request',
    description:
      'Returns the timings, statements, upstream calls and cache lookups of one of the last 200 requests of ' +
      'this process. Bodies, parameters and headers are not kept. Only the beginning of a stream is ' +
      'recorded.',
    returns: RecordedRequestDto,
    params: requestParameter,
    errors: ['not_found'],
  })
  getRecordedRequest(@Param('requestId') requestId: string): RecordedRequestDto {
    return RecordedRequestDto.from(this.requests.get(requestId));
  }
}
