import { Authorized, Body, Get, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { VirtualClockChangeDto, VirtualClockDto } from './virtual-clock.dto.js';
import { VirtualClockService } from './virtual-clock.service.js';

@Service()
@Authorized('operator')
@JsonController('/debug/clock')
export class VirtualClockController {
  constructor(private readonly clock: VirtualClockService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the clock',
    description: 'Returns the time of the clock of this process, and that of the machine.',
    returns: VirtualClockDto,
  })
  getClock(): VirtualClockDto {
    return VirtualClockDto.from(this.clock.read());
  }

  @Post('')
  @Endpoint({
    summary: 'Move the clock',
    description:
      'Sets, advances or resets the clock of this process; which then runs on from there. Tokens, sessions ' +
      'and other expiry, rate windows, caches, budgets, alert rules with their times, streams, polling and ' +
      'times of records follow it, and timers that are due run at once. Jobs, Redis, timeouts of ' +
      'connections, log lines, audit entries and defaults of the database keep the time of the machine. ' +
      'Advancing by more than 15 minutes ends your access token.',
    status: 200,
    returns: VirtualClockDto,
  })
  setClock(@Body() change: VirtualClockChangeDto): VirtualClockDto {
    return VirtualClockDto.from(this.clock.change(change));
  }
}
