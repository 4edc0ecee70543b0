import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

export interface WebhookTexts {
  event: string;
  /** When it is sent. */
  about: string;
  aboutId: string;
  Data: Type;
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string', example },
});

const HEADERS = [
  header('webhook-id', 'The id of the event, the same at every attempt', 'evt_01KAXW6Q3V8Z5M2B7N4C9D0E1F'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970', '1769841902'),
  header(
    'webhook-signature',
    'Signatures as defined by Standard Webhooks',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

export function webhooksOf(webhooks: readonly WebhookTexts[]): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(webhooks.map((one) => [one.event, { post: operationOf(one) }]));
}

function operationOf({ event, about, aboutId, Data }: WebhookTexts) {
  return {
    operationId: `on${event.split(/[._]/).map(capitalised).join('')}`,
    tags: ['Webhooks'],
    summary: `\`${event}\``,
    description: about,
    'x-summary-id': aboutId,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data', 'livemode'],
            properties: {
              type: { type: 'string', enum: [event], description: 'Kind of the event' },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
              data: { $ref: getSchemaPath(Data), description: 'What happened' },
              livemode: { type: 'boolean', description: 'false: caused by a test key' },
            },
          },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'Accepted. After any other response, or none within 15 seconds, the delivery is retried.',
      },
      '410': { description: 'Switches the webhook off.' },
    },
  };
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
