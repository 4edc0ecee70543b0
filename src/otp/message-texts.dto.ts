import { Field, OrNull } from '../platform/openapi/response-fields.js';

class MessageLook {
  @Field('With {code} and at most one {brand}; asterisks are WhatsApp’s bold', {
    example: '*{code}* adalah kode OTP {brand} Anda. Jangan berikan kode ini kepada siapa pun.',
  })
  template!: string;
  @OrNull('string', 'Label of the button that copies the code; null: there is none', { example: null })
  button!: string | null;
}

class MessageLooksView {
  @Field('Of sends with language id', { type: MessageLook }) id!: MessageLook;
  @Field('Of sends with language en', { type: MessageLook }) en!: MessageLook;
}

export class MessageTexts {
  @Field('The text of the service', { type: MessageLooksView }) usual!: MessageLooksView;
  @Field('The texts of the active devices, most common first; never empty', { type: [MessageLooksView] })
  looks!: MessageLooksView[];
}
