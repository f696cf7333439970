import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { TicketDto, TicketRequestDto } from './ticket.dto.js';
import { TicketsService } from './tickets.service.js';

@Service()
@Authorized()
@JsonController('/auth/tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Post('')
  @Endpoint({
    summary: 'Get a ticket for a path',
    description:
      'Creates a ticket for `EventSource` and `<img>`, which cannot send a header: `?ticket=` authorizes ' +
      'GETs of this one path, with any other parameters, until the access token of this request expires. ' +
      'Operations that return streams or images take tickets. A ticket ends with its session or personal ' +
      'key, and its streams end like those of the token.',
    returns: TicketDto,
    scope: 'any',
  })
  async createTicket(
    @CurrentCaller() caller: Caller,
    @Body() { path }: TicketRequestDto,
    @Origin() origin: RequestOrigin,
  ): Promise<TicketDto> {
    return TicketDto.from(await this.tickets.issue(caller, path, origin));
  }
}
