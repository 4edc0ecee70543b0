import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys';
import { useMe } from '../../api/session';
import { useApiForm } from '../../components/use-api-form';
import { randomCode } from './random';
import type { Draft } from './samples';
import { createSender, type SendResult } from './send-otp';

interface Values extends Draft, Record<string, unknown> {
  /** A select's values are texts. */
  api_key_id: string;
}

const BRAND_MAX = 20;
const TOUCHED = [keys.credit, keys.stats, keys.history, keys.apiKeys];

/** The form of a send; `values` follow what is typed. */
export function useSendForm(keyId: number, onSent: (result: SendResult) => void) {
  const { name } = useMe();
  const queryClient = useQueryClient();
  const [send] = useState(createSender);
  const [values, setValues] = useState<Values>(() => ({
    api_key_id: String(keyId),
    phone: '',
    otp_code: randomCode(),
    company_name: Array.from(name).slice(0, BRAND_MAX).join('').trim(),
    language: 'id',
  }));
  // A refused send has left its lines in the ledger, too.
  const refresh = () => {
    for (const queryKey of TOUCHED) void queryClient.invalidateQueries({ queryKey });
  };
  const apiForm = useApiForm({
    initialValues: values,
    submit: ({ api_key_id: id, phone, otp_code, company_name, language }: Values) =>
      send({ api_key_id: Number(id), phone, otp_code, company_name, language }).finally(refresh),
    onDone: onSent,
    onValuesChange: setValues,
  });
  return { ...apiForm, values };
}

export type SendForm = ReturnType<typeof useSendForm>;
