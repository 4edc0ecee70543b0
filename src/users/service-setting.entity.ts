import { Entity } from 'typeorm';
import { KeyText, Text } from '../platform/database/index.js';

/** What the service has to remember of itself. `registration`: `open` where accounts were there before REGISTRATION was. */
@Entity('service_settings')
export class ServiceSetting {
  @KeyText(40) name!: string;
  @Text(255) value!: string;
}
