import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Headers, Ip, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiProduces, ApiTags, refs } from '@nestjs/swagger';
import { Public } from '../platform/access/principal.js';
import { IdPipe } from '../platform/http/id.pipe.js';
import { BareAnswer, RequestBody } from '../platform/http/index.js';
import { Answers, Describes, Fails } from '../platform/openapi/index.js';
import { DRIVER_CALLBACKS, GatewayCallbackDto, OtherGatewayEventDto } from './inbound.dto.js';
import { InboundService } from './inbound.service.js';

@ApiTags('Gateway')
@Controller('api/webhook/gateway')
export class InboundController {
  constructor(private readonly inbound: InboundService) {}

  /** Delivery status of a gateway that speaks the native protocol, signed as Standard Webhooks. */
  @Post()
  @Public()
  @ApiExtraModels(GatewayCallbackDto, OtherGatewayEventDto)
  @ApiBody({ schema: { oneOf: refs(GatewayCallbackDto, OtherGatewayEventDto) } })
  @Answers(null, {
    id: 'receiveNativeCallback',
    summary: 'Take a status from a gateway of the native protocol',
    summaryId: 'Callback status dari gateway protokol native',
    about: 'Signed with GATEWAY_WEBHOOK_SECRET over the body as it came.',
  })
  @Fails('rate_limited', 'signature_invalid', 'callback_invalid', 'overloaded')
  native(
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Body() body?: RequestBody,
  ): Promise<void> {
    return this.inbound.native({ address, headers, body });
  }

  /** The same in the own format of one device's driver; to some gateways the answer has no text. */
  @Post(':id')
  @Public()
  @BareAnswer()
  @ApiBody({ schema: { type: 'object', anyOf: DRIVER_CALLBACKS } })
  @Answers(null, {
    id: 'receiveCallback',
    summary: 'Take a status from the gateway of a device',
    summaryId: 'Callback status dari gateway sebuah device',
    about: 'In the form of its driver.',
    description: 'Done. Without a body, at failures too, for drivers with empty_answer',
  })
  @Fails('rate_limited', 'not_found', 'signature_invalid', 'callback_invalid', 'overloaded', 'unavailable')
  forDevice(
    @Param('id', IdPipe) id: number,
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Query() query: Record<string, unknown>,
    @Body() body?: RequestBody,
  ): Promise<object | undefined> {
    return this.inbound.forDevice(id, { address, headers, query: single(query), body });
  }

  /** A gateway asks whether the address is ours before it calls it. */
  @Get(':id')
  @Public()
  @BareAnswer()
  @Describes({
    id: 'verifyCallbackAddress',
    summary: 'Answer a gateway that verifies the callback address',
    summaryId: 'Verifikasi alamat callback oleh gateway',
    about: 'What Meta asks before it sends callbacks.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The challenge of the gateway', schema: { type: 'string' } })
  @Fails('rate_limited', 'not_found', 'forbidden', 'overloaded', 'unavailable')
  handshake(
    @Param('id', IdPipe) id: number,
    @Ip() address: string,
    @Query() query: Record<string, unknown>,
  ): Promise<string> {
    return this.inbound.handshake(id, { address, query: single(query) });
  }
}

/** Parameters that are there once: what stands twice is nobody's. */
function single(query: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
