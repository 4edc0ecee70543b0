import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { TEST_EVENT } from './event.js';

/** The `data` of a test. */
class TestEventData {
  @ApiProperty({ type: 'integer', example: 7, description: 'Number of the webhook that was tested' })
  webhook_id!: number;
}

export const TEST_WEBHOOK: WebhookTexts = {
  event: TEST_EVENT,
  about: 'The owner of the webhook asked for a test.',
  aboutId: 'Pemilik webhook meminta percobaan.',
  Data: TestEventData,
};
