import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiKey } from '../../api/api-keys';
import { keys } from '../../api/keys';
import type { SendBody, SendResult } from '../../api/sender';
import { useMe } from '../../api/session';
import { defaultBrand } from '../../components/default-brand';
import { randomCode } from '../../components/random-code';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { createAccountSender } from './api';
import type { Draft } from './samples';

interface Values extends Draft, Record<string, unknown> {
  /** Select values are strings. */
  api_key_id: string;
}

/** At least one key. */
export type UsableKeys = readonly [ApiKey, ...ApiKey[]];

const AFFECTED_QUERIES = [keys.credit, keys.stats, keys.history, keys.apiKeys];

export const hasUsableKey = (usable: readonly ApiKey[]): usable is UsableKeys => usable.length > 0;

interface Options {
  usableKeys: UsableKeys;
  /** The initially selected key. */
  first: ApiKey;
  approvedBrands: readonly string[];
}

/** State of the send form. `values` follow the typed text. */
export function useSendForm(
  { usableKeys, first, approvedBrands }: Options,
  onResult: (result: SendResult | null) => void,
) {
  const { name } = useMe();
  const queryClient = useQueryClient();
  const [send] = useState(createAccountSender);
  /** The last request, for the code check. */
  const [asked, setAsked] = useState<SendBody | null>(null);
  const initialId = String(first.id);
  const [values, setValues] = useState<Values>(() => ({
    api_key_id: initialId,
    phone: '',
    otp_code: randomCode(),
    company_name: defaultBrand(name, approvedBrands),
    language: 'id',
  }));
  // A rejected send has ledger entries too.
  const refresh = () => {
    for (const queryKey of AFFECTED_QUERIES) void queryClient.invalidateQueries({ queryKey });
  };
  const apiForm = useApiForm({
    initialValues: values,
    submit: ({ api_key_id: id, phone, otp_code, company_name, language }: Values) => {
      // Hides the previous timeline.
      onResult(null);
      const body = { api_key_id: Number(id), phone, otp_code, company_name, language };
      setAsked(body);
      return send(body).finally(refresh);
    },
    onDone: onResult,
    onValuesChange: setValues,
  });
  useReplacementKey(apiForm.form, { usableKeys, chosenId: values.api_key_id, initialId });
  return { ...apiForm, values, asked };
}

export type SendForm = ReturnType<typeof useSendForm>;

interface Choice {
  usableKeys: UsableKeys;
  chosenId: string;
  initialId: string;
}

/** If the selected key disappears, selects another one and shows a notice. */
function useReplacementKey({ setFieldValue, setFieldError }: KeyField, choice: Choice): void {
  const t = useTranslations('send.form');
  const { usableKeys, chosenId, initialId } = choice;
  const isGone = !usableKeys.some(({ id }) => String(id) === chosenId);
  useEffect(() => {
    if (!isGone) return;
    setFieldValue('api_key_id', initialId);
    setFieldError('api_key_id', t('keyGone'));
  }, [isGone, initialId, setFieldValue, setFieldError, t]);
}

interface KeyField {
  setFieldValue: (field: 'api_key_id', value: string) => void;
  setFieldError: (field: 'api_key_id', error: string) => void;
}
