import { ApiProperty } from '@nestjs/swagger';
import { OrNull } from '../platform/openapi/response-fields.js';

class MessageLook {
  @ApiProperty({
    example: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
    description: 'With {code} and at most one {brand}; asterisks are WhatsApp’s bold',
  })
  template!: string;
  @OrNull('string', {
    example: null,
    description: 'Label of the button that copies the code; null: there is none',
  })
  button!: string | null;
}

class MessageLooksView {
  @ApiProperty({ type: MessageLook, description: 'Of sends with language id' }) id!: MessageLook;
  @ApiProperty({ type: MessageLook, description: 'Of sends with language en' }) en!: MessageLook;
}

export class MessageTexts {
  @ApiProperty({ type: MessageLooksView, description: 'The text of the service' }) usual!: MessageLooksView;
  @ApiProperty({
    type: [MessageLooksView],
    description: 'The texts of the active devices, most common first; never empty',
  })
  looks!: MessageLooksView[];
}
