import { ApiProperty } from '@nestjs/swagger';
import { FAILURE_REASONS, type FailureReason } from '../platform/text/failure-reason.js';

const STATUS_EVENT = 'message.status';
const STATUSES = ['sent', 'delivered', 'failed'];

class GatewayCallbackPayload {
  @ApiProperty({
    example: '3EB0AABBCCDDEEFF0011',
    minLength: 1,
    maxLength: 255,
    description: 'Id of the message at the gateway',
  })
  id!: string;
  @ApiProperty({ enum: STATUSES, description: 'New status of the message' }) status!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    required: false,
    example: null,
    description: 'Why it failed, in words; null: no error',
  })
  error?: string | null;
  @ApiProperty({
    required: false,
    anyOf: [{ type: 'string', enum: [...FAILURE_REASONS] }, { description: 'Ignored' }],
    description: 'Why it failed; other values are ignored, and without it the words of the error are read',
  })
  reason?: FailureReason;
  @ApiProperty({
    required: false,
    anyOf: [{ type: 'string' }, { description: 'Ignored' }],
    description: 'The reference of the request that sent it; other values are ignored',
    example: 'otp_01J9Z3',
  })
  reference?: string;
}

/** The body of a native callback (docs/contract.md), for the OpenAPI document; the gateway's drivers read and check it. */
export class GatewayCallbackDto {
  @ApiProperty({ enum: [STATUS_EVENT], description: 'Kind of the event' }) event!: string;
  @ApiProperty({ type: GatewayCallbackPayload, description: 'The message and its status' })
  payload!: GatewayCallbackPayload;
}

/** Events of other kinds. */
export class OtherGatewayEventDto {
  @ApiProperty({
    type: 'string',
    not: { enum: [STATUS_EVENT] },
    example: 'message.read',
    description: 'Kind of the event: any but `message.status` is acknowledged and ignored',
  })
  event!: string;
}

/** What the gateways of the drivers call with; which one is a matter of the device. */
export const DRIVER_CALLBACKS = [
  bodyWith('Native, WAHA, GOWA, Evolution API', { event: 'Kind of the event' }),
  bodyWith('Meta', { object: 'Kind of the object', entry: 'What happened to it' }),
  bodyWith('Fonnte, Wablas', { id: 'Id of the message at the gateway', status: 'New status of the message' }),
];

function bodyWith(title: string, members: Record<string, string>) {
  const properties = Object.entries(members).map(([name, description]) => [name, { description }] as const);
  return {
    title,
    type: 'object',
    required: Object.keys(members),
    properties: Object.fromEntries(properties),
  };
}
