import type { DataKeys } from '../security/data-keys.rules.js';

/** The settings that platform needs. src/config implements it, and platform does not import it. */
export abstract class CommonSettings {
  abstract readonly DATA_DIR: string;
  /** verifyDataKey() replaces it by the key that the data is sealed with. */
  abstract DATA_KEY: string;
  /** The keys of DATA_KEY, once the database has confirmed them. */
  abstract dataKeys: DataKeys;
  abstract readonly DATA_KEY_LOST: boolean;
  abstract readonly dataKeyBefore?: string;
  abstract readonly dataKeyFault?: string;
  abstract readonly DATABASE_URL: string;
  abstract readonly DATABASE_CA_FILE?: string;
  abstract readonly DATABASE_POOL_SIZE: number;
  abstract readonly DATABASE_ACQUIRE_TIMEOUT_MS: number;
  abstract readonly DATABASE_QUERY_TIMEOUT_MS: number;
  abstract readonly REDIS_URL?: string;
  abstract readonly REDIS_CA_FILE?: string;
  abstract readonly REDIS_TIMEOUT_MS: number;
  abstract readonly TIMEZONE: string;
  abstract readonly SMTP_URL?: string;
  abstract readonly SMTP_CA_FILE?: string;
  abstract readonly MAIL_FROM: string;
  abstract readonly BODY_LIMIT_BYTES: number;
  abstract readonly REQUEST_TIMEOUT_MS: number;
  abstract readonly RESPONSE_STALL_MS: number;
  abstract readonly READ_RATE_PER_MINUTE: number;
  abstract readonly WRITE_RATE_PER_MINUTE: number;
  abstract readonly CREATION_RATE_PER_HOUR: number;
  abstract readonly SHUTDOWN_DELAY_MS: number;
  abstract readonly IDEMPOTENCY_TTL_HOURS: number;
  abstract readonly isProduction: boolean;
  /** All processes of the service. */
  abstract readonly processes: number;
  abstract readonly publicUrl: string;
  abstract readonly trustProxy: (address: string, hop: number) => boolean;
}
