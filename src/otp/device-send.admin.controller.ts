import { Body, Post } from '@nestjs/common';
import { ApiKeyVerifier } from '../api-keys/index.js';
import { DevicesService } from '../gateway/index.js';
import { Audit, type UserActor } from '../operations/audit/index.js';
import {
  AdminController,
  CurrentActor,
  CurrentPrincipal,
  requireOperation,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { CurrentClaim, IdempotencyClaim, Idempotent } from '../platform/idempotency/index.js';
import { KeyRates, RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { OtpService } from './otp.service.js';
import { AccountSendDto, SEND_FAILURES, SendResult, SENT_MESSAGE } from './send.dto.js';

@AdminController('api/admin/devices')
export class DeviceSendAdminController {
  constructor(
    private readonly keys: ApiKeyVerifier,
    private readonly devices: DevicesService,
    private readonly otp: OtpService,
    private readonly rates: KeyRates,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /**
   * Sends like any other send and at the same price, but only through this device. Rejects test keys, since they reach
   * no device.
   */
  @Post(':id/send')
  @RateLimited('send')
  @Idempotent('admin.device.send')
  @Answers(SendResult, {
    summary: { id: 'Kirim OTP lewat device ini saja', en: 'Send an OTP through exactly this device' },
    about: 'Uses one of your live keys, and charges its price. The last step of setting up a device.',
    message: SENT_MESSAGE,
  })
  @Fails(...SEND_FAILURES, 'api_key_not_live', 'operation_not_allowed')
  async sendOtpThroughDevice(
    @IdParam() id: number,
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Body() body: AccountSendDto,
    @CurrentActor() actor: UserActor,
    @CurrentClaim() claim?: IdempotencyClaim,
  ) {
    if (!(await this.devices.find(id))) throw new AppError('not_found');
    const key = await this.keys.verifyOwned(userId, body.api_key_id);
    if (key.mode !== 'live') throw new AppError('parameter_invalid', { body: { fields: ['api_key_id'] } });
    if (body.channels) throw new AppError('parameter_invalid', { body: { fields: ['channels'] } });
    requireOperation(key, 'send');
    await this.rates.take(key, 'send');
    const about = { api_key: key.apiKeyId };
    await this.database.tx((tx) => this.audit.record(tx, actor, 'device.send', `device:${id}`, about));
    return this.otp.send(key, body, claim, { onlyDeviceId: id });
  }
}
