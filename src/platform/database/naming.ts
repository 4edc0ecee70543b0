import { DefaultNamingStrategy } from 'typeorm';

/** `gatewayMessageId` in code is `gateway_message_id` in the database. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    const snake = propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return super.columnName(snake, customName, prefixes);
  }
}
