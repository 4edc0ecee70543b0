import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Headers, Ip, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { BareAnswer, RequestBody } from '../../common/http/index.js';
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
  @Fails('rate_limited', 'signature_invalid', 'callback_invalid')
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
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @Answers(null, {
    summary: 'Callback status dari gateway sebuah device',
    description: 'Berhasil. Tanpa isi, juga saat gagal, untuk driver dengan empty_answer',
  })
  @Fails('rate_limited', 'not_found', 'signature_invalid', 'callback_invalid', 'unavailable')
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
  @ApiOperation({ summary: 'Verifikasi alamat callback oleh gateway' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Tantangan dari gateway', schema: { type: 'string' } })
  @Fails('rate_limited', 'not_found', 'forbidden', 'unavailable')
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
