import { ApiProperty } from '@nestjs/swagger';
import { FAILURE_REASONS, type FailureReason } from '../../common/text/failure-reason.js';

const STATUSES = ['sent', 'delivered', 'failed'];

class GatewayCallbackPayload {
  @ApiProperty({ example: '3EB0AABBCCDDEEFF0011', maxLength: 255 }) id!: string;
  @ApiProperty({ enum: STATUSES }) status!: string;
  @ApiProperty({ type: 'string', nullable: true, required: false, example: null }) error?: string | null;
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
  @ApiProperty({ example: 'message.status' }) event!: string;
  @ApiProperty({ type: GatewayCallbackPayload }) payload!: GatewayCallbackPayload;
}
