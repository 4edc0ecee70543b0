import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText } from '../../platform/database/index.js';

/** How many sends a capped API key and its rotations have opened on one local day. */
@Entity('api_key_usage')
export class ApiKeyUsage {
  @KeyRef() apiKeyId!: number;
  @KeyText(10) day!: string;
  @Count() sends!: number;
}
