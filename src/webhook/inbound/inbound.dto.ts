import { ApiProperty } from '@nestjs/swagger';
import { FAILURE_REASONS, type FailureReason } from '../../common/text/failure-reason.js';

const STATUSES = ['sent', 'delivered', 'failed'];

class GatewayCallbackPayload {
  @ApiProperty({
    example: '3EB0AABBCCDDEEFF0011',
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
    enum: FAILURE_REASONS,
    description: 'Why it failed; other values are ignored, and without it the words of the error are read',
  })
  reason?: FailureReason;
  @ApiProperty({
    required: false,
    description: 'The reference of the request that sent it',
    example: 'otp_01J9Z3',
  })
  reference?: string;
}

/** The body of a native callback (docs/contract.md), for the OpenAPI document; the gateway's drivers read and check it. */
export class GatewayCallbackDto {
  @ApiProperty({
    example: 'message.status',
    description: 'Kind of the event; other kinds than `message.status` are acknowledged and ignored',
  })
  event!: string;
  @ApiProperty({ type: GatewayCallbackPayload, description: 'The message and its status' })
  payload!: GatewayCallbackPayload;
}
