import { Trimmed } from '../platform/http/index.js';
import { OptionalField } from '../platform/http/request-fields.js';
import { Field, LocalTimeOrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';

export const CLOSURE_STATES = ['open', 'requested', 'closed', 'erased'] as const;
export type ClosureState = (typeof CLOSURE_STATES)[number];

export class ClosureView {
  @Field(
    '`requested`: its owner wants it closed; `closed`: an administrator closed it; `erased`: its data is erased',
    { enum: CLOSURE_STATES },
  )
  state!: ClosureState;
  @LocalTimeOrNull('When its owner requested the closing') requested_at!: string | null;
  @LocalTimeOrNull('When an administrator closed the account') closed_at!: string | null;
  @LocalTimeOrNull('When its data is erased at the earliest') erase_at!: string | null;
  @LocalTimeOrNull('When its data was erased') erased_at!: string | null;
}

export class CloseAccountDto extends ConfirmedDto {
  @Trimmed()
  @OptionalField(isLine(200), {
    ...line(200),
    example: 'Saldo dikembalikan lewat transfer BCA',
    description: 'How the balance was settled; the note of the ledger entry',
  })
  note?: string;
}
