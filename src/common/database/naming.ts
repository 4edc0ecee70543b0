import { DefaultNamingStrategy } from 'typeorm';

/** `creditBalance` in code is `credit_balance` in the database. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    const snake = propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return super.columnName(snake, customName, prefixes);
  }
}
