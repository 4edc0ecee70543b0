import type { NewTemplate } from './api';

export const TEMPLATE_BUTTONS = ['copy_code', 'one_tap', 'zero_tap'] as const;

/** Fields of the form. Numbers are `''` while empty; each line of `apps` is a package name and a hash. */
export interface TemplateValues extends Record<string, unknown> {
  name: string;
  language: string;
  button: (typeof TEMPLATE_BUTTONS)[number];
  security_recommendation: boolean;
  code_expiration_minutes: number | '';
  message_send_ttl_seconds: number | '';
  apps: string;
  zero_tap_terms_accepted: boolean;
}

/** The request body, with only the members that its kind of button needs. */
export function templateOf(values: TemplateValues): NewTemplate {
  const { button, apps, zero_tap_terms_accepted: terms, ...rest } = values;
  return {
    name: rest.name.trim(),
    language: rest.language.trim(),
    button,
    security_recommendation: rest.security_recommendation,
    code_expiration_minutes: rest.code_expiration_minutes === '' ? null : rest.code_expiration_minutes,
    message_send_ttl_seconds: rest.message_send_ttl_seconds === '' ? null : rest.message_send_ttl_seconds,
    ...(button !== 'copy_code' && { apps: appsOf(apps) }),
    ...(button === 'zero_tap' && terms && { zero_tap_terms_accepted: true }),
  };
}

function appsOf(text: string): { package_name: string; signature_hash: string }[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([first]) => first !== '')
    .map(([package_name = '', signature_hash = '']) => ({ package_name, signature_hash }));
}
