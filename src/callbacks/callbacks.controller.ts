import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Headers, Ip, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiProduces, ApiTags, refs } from '@nestjs/swagger';
import { Public } from '../platform/access/principal.js';
import { BareResponse, RequestBody } from '../platform/http/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { objectWith } from '../platform/openapi/alternatives.js';
import { Answers, AnswersBare, Describes, Fails } from '../platform/openapi/index.js';
import { Field } from '../platform/openapi/response-fields.js';
import { FAILURE_REASONS, type FailureReason } from '../platform/text/failure-reason.js';
import { CallbacksService } from './callbacks.service.js';

const STATUS_EVENT = 'message.status';
const INBOUND_EVENT = 'message.inbound';
const STATUSES = ['sent', 'delivered', 'failed'];

const MESSAGE_ID = { example: '3EB0AABBCCDDEEFF0011', minLength: 1, maxLength: 255 } as const;

class GatewayCallbackPayload {
  @Field('Id of the message at the gateway', { ...MESSAGE_ID }) id!: string;
  @Field('New status of the message', { enum: STATUSES }) status!: string;
  @Field('Why it failed, in words; null: no error', {
    type: 'string',
    nullable: true,
    required: false,
    example: null,
  })
  error?: string | null;
  @Field('Why it failed. Other values are ignored; without it, Sandi reads the reason from `error`', {
    required: false,
    anyOf: [{ type: 'string', enum: [...FAILURE_REASONS] }, { description: 'Ignored' }],
  })
  reason?: FailureReason;
  @Field('Our reference from the send request; other values are ignored', {
    required: false,
    anyOf: [{ type: 'string' }, { description: 'Ignored' }],
    example: 'otp_01J9Z3',
  })
  reference?: string;
}

/** The body of a native callback (docs/contract.md). Only for the OpenAPI document: the driver checks the body. */
class GatewayCallbackDto {
  @Field('Kind of the event', { enum: [STATUS_EVENT] }) event!: string;
  @Field('The message and its status', { type: GatewayCallbackPayload }) payload!: GatewayCallbackPayload;
}

class GatewayInboundPayload {
  @Field('Id of the text at the gateway', { ...MESSAGE_ID }) id!: string;
  @Field('Phone of the sender, digits with country code; null: not known', {
    type: 'string',
    nullable: true,
    required: false,
    pattern: '^[0-9]{5,15}$',
    example: '6281234567890',
  })
  from?: string | null;
  @Field('The text of the user. Sandi reads only texts of verifications and stores none', {
    required: false,
    anyOf: [{ type: 'string' }, { description: 'Ignored' }],
  })
  text?: string;
}

class GatewayInboundDto {
  @Field('Kind of the event', { enum: [INBOUND_EVENT] }) event!: string;
  @Field('A text that a user sent to the device', { type: GatewayInboundPayload })
  payload!: GatewayInboundPayload;
}

class OtherGatewayEventDto {
  @Field('Kind of the event: any other is acknowledged and ignored', {
    type: 'string',
    not: { enum: [STATUS_EVENT, INBOUND_EVENT] },
    example: 'message.read',
  })
  event!: string;
}

/** The body depends on the driver of the device. */
const DRIVER_CALLBACKS = [
  objectWith('Native, WAHA, GOWA, Evolution API, OpenWA', { event: 'Kind of the event' }),
  objectWith('Meta', { object: 'Kind of the object', entry: 'The changes of the object' }),
  objectWith('Telegram', { request_id: 'Id of the message at the gateway', delivery_status: 'New status' }),
  objectWith('SMSGate', { event: 'Kind of the event', payload: 'What happened to the message' }),
  objectWith('Fonnte, Wablas', {
    id: 'Id of the message at the gateway',
    status: 'New status of the message',
  }),
];

@ApiTags('Gateway')
@Controller('api/webhook/gateway')
export class CallbacksController {
  constructor(private readonly inbound: CallbacksService) {}

  @Post()
  @Public()
  @ApiExtraModels(GatewayCallbackDto, GatewayInboundDto, OtherGatewayEventDto)
  @ApiBody({ schema: { oneOf: refs(GatewayCallbackDto, GatewayInboundDto, OtherGatewayEventDto) } })
  @Answers(null, {
    summary: {
      id: 'Callback status dari gateway protokol native',
      en: 'Receive a status or a text from a gateway of the native protocol',
    },
    about: 'GATEWAY_WEBHOOK_SECRET signs the raw body.',
  })
  @Fails('rate_limited', 'signature_invalid', 'callback_invalid')
  receiveNativeCallback(
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Body() body?: RequestBody,
  ) {
    return this.inbound.native({ address, headers, body });
  }

  @Post(':id')
  @Public()
  @ApiBody({ schema: { type: 'object', anyOf: DRIVER_CALLBACKS } })
  @AnswersBare({
    summary: {
      id: 'Callback status dari gateway sebuah device',
      en: 'Receive a status from the gateway of a device',
    },
    about: 'The request has the form that the device’s driver expects.',
    description: 'Accepted. Drivers with `empty_answer` get no body, also in failures',
  })
  @Fails('rate_limited', 'signature_invalid', 'callback_invalid', 'overloaded')
  receiveCallback(
    @IdParam() id: number,
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Query() query: Record<string, unknown>,
    @Body() body?: RequestBody,
  ) {
    return this.inbound.forDevice(id, { address, headers, query: single(query), body });
  }

  @Get(':id')
  @Public()
  @BareResponse()
  @Describes({
    summary: {
      id: 'Verifikasi alamat callback oleh gateway',
      en: 'Respond to a gateway that verifies the callback address',
    },
    about:
      'Meta calls it before it sends callbacks. Gateways of `http_sms` may report a status by the query.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The challenge of the gateway', schema: { type: 'string' } })
  @Fails('rate_limited', 'forbidden', 'overloaded')
  verifyCallbackAddress(
    @IdParam() id: number,
    @Ip() address: string,
    @Headers() headers: IncomingHttpHeaders,
    @Query() query: Record<string, unknown>,
  ) {
    return this.inbound.byGet(id, { address, headers, query: single(query) });
  }
}

/** Drops parameters that appear more than once. */
function single(query: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
