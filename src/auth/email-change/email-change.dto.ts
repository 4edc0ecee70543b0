import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { EmailField } from '../auth.dto.js';

export class EmailDto extends ConfirmedDto {
  @EmailField() email!: string;
}
