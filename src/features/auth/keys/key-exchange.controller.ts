import { Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Origin, type RequestOrigin } from '../../../http/caller.js';
import { KeyExchange } from './key-exchange.service.js';
import { KeyExchangeDto, KeyTokenDto } from './personal-key.dto.js';

@Service()
@JsonController('/auth/token')
export class KeyExchangeController {
  constructor(private readonly keys: KeyExchange) {}

  @Post('')
  @Public()
  @Endpoint({
    summary: 'Exchange a personal key for an access token',
    description:
      'Returns an access token valid for 15 minutes, with the scopes of the key and without a refresh cookie. ' +
      'Limited by address, like signing in.',
    returns: KeyTokenDto,
    errors: ['invalid_key', 'too_many_attempts'],
    attempts: 'key-exchange',
  })
  async exchangePersonalKey(@Body() { key }: KeyExchangeDto, @Origin() origin: RequestOrigin): Promise<KeyTokenDto> {
    const { accessToken, key: found } = await this.keys.exchange(key, origin);
    return KeyTokenDto.from(accessToken, found.scopes);
  }
}
