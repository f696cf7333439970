import { Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Origin, type RequestOrigin } from '../../../http/caller.js';
import { RESET_MINUTES } from './account-mails.js';
import { PasswordResetDto, PasswordResetRequestDto, PasswordResetRequestedDto } from './password-reset.dto.js';
import { PasswordResetService } from './password-reset.service.js';

@Service()
@Public()
@JsonController('/auth/password')
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post('/forgot')
  @Endpoint({
    summary: 'Request a new password',
    description:
      'Sends a link to the address by e-mail if it has an account. The link sets a new password once, ' +
      'within 30 minutes. A newer link replaces it; at most three are sent to an account within 30 minutes. The ' +
      'response is the same for every address. A service without e-mail returns 404.',
    returns: PasswordResetRequestedDto,
    status: 202,
    errors: ['not_found', 'too_many_attempts'],
    attempts: 'password-reset',
  })
  async requestPasswordReset(@Body() { email }: PasswordResetRequestDto): Promise<PasswordResetRequestedDto> {
    await this.resets.request(email);
    return Object.assign(new PasswordResetRequestedDto(), { validMinutes: RESET_MINUTES });
  }

  @Post('/reset')
  @Endpoint({
    summary: 'Set a new password with a link from an e-mail',
    description:
      'Sets the password, invalidates the link, ends every session of the account and sends a notice by e-mail. ' +
      'Sign in ' +
      'with the new password afterwards. A password that is not accepted leaves the link valid; a used or ' +
      'expired link returns 404. Personal keys stay valid.',
    isBoundedElsewhere: true,
    errors: ['not_found', 'too_many_attempts'],
    attempts: 'password-reset',
  })
  async confirmPasswordReset(
    @Body() { token, newPassword }: PasswordResetDto,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.resets.reset(token, newPassword, origin);
  }
}
