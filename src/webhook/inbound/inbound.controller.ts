import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { IncomingHttpHeaders } from 'node:http';
import { RequestBody } from '../../common/http/index.js';
import { IdPipe } from '../../common/id.pipe.js';
import { Answers, Fails } from '../../common/openapi/index.js';
import { Public } from '../../common/principal.js';
import { GatewayCallbackDto } from './inbound.dto.js';
import { InboundService } from './inbound.service.js';

@ApiTags('Gateway')
@Controller('api/webhook/gateway')
export class InboundController {
  constructor(private readonly inbound: InboundService) {}

  /** Delivery status of a gateway that speaks the native protocol, signed as Standard Webhooks. */
  @Post()
  @Public()
  @ApiBody({ type: GatewayCallbackDto })
  @Answers(null, { summary: 'Callback status dari gateway protokol native' })
  @Fails('signature_invalid', 'callback_invalid')
  native(@Headers() headers: IncomingHttpHeaders, @Body() body?: RequestBody): Promise<void> {
    return this.inbound.native(headers, body);
  }

  /** The same in the own format of one device's driver. */
  @Post(':id')
  @Public()
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @Answers(null, { summary: 'Callback status dari gateway sebuah device' })
  @Fails('not_found', 'signature_invalid', 'callback_invalid')
  forDevice(
    @Param('id', IdPipe) id: number,
    @Headers() headers: IncomingHttpHeaders,
    @Body() body?: RequestBody,
  ): Promise<void> {
    return this.inbound.forDevice(id, headers, body);
  }
}
