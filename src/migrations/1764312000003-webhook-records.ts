import { columns, int, MigrationOf, moment, nullable } from './schema.js';

const CALLED = `called_at IS NULL AND EXISTS (
  SELECT 1 FROM webhook_deliveries
    WHERE endpoint_id = webhook_endpoints.id AND state IN ('delivered', 'failed'))`;

/**
 * When a webhook was first called, when its counted record of attempts began, and when its owner was last mailed about
 * failures. A webhook with earlier deliveries counts as called since it was created.
 */
export class WebhookRecords1764312000003 extends MigrationOf(
  columns('webhook_endpoints', [
    int('record', { default: 0 }),
    moment('called_at', nullable),
    moment('alarmed_at', nullable),
  ]),
  // Checks first, so that a killed upgrade can continue.
  {
    up: async (runner) => {
      const left = (await runner.query(
        `SELECT id FROM webhook_endpoints WHERE ${CALLED} LIMIT 1`,
      )) as unknown[];
      if (left.length > 0)
        await runner.query(`UPDATE webhook_endpoints SET called_at = created_at WHERE ${CALLED}`);
    },
    down: () => Promise.resolve(),
  },
) {}
