import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText } from '../../platform/database/index.js';

/** How many messages a capped API key and its rotations created on one local day. */
@Entity('api_key_usage')
export class ApiKeyUsage {
  @KeyRef() apiKeyId!: number;
  @KeyText(10) day!: string;
  @Count() sends!: number;
}
