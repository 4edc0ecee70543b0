import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { isHeaderToken, tokenText } from '../platform/text/given-text.js';
import { isTemplate, TEMPLATE_MAX } from '../platform/text/message-template.rules.js';
import { describeRule } from './variable.js';

/** Rules for environment variables: each reads the text and, when it is wrong, says what to write instead. */

const MAILBOXES_MAX = 10;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** `message` says how to fix a value that `accepts` rejects; missing ones are not checked (`skipMissingProperties`). */
function rule(
  name: string,
  message: string,
  read: (text: string) => unknown,
  accepts: (value: unknown) => boolean,
  takes = message.replace(/^must (be|have|contain) /, ''),
): PropertyDecorator {
  const transform = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? read(value) : value,
  );
  const validate = ValidateBy({ name, validator: { validate: accepts } }, { message });
  return (target, property) => {
    describeRule(String(property), takes);
    transform(target, property);
    validate(target, property);
  };
}

const identity = (text: string) => text;

export function Int(min: number, max: number): PropertyDecorator {
  const read = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text);
  const accepts = (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
  const message = `must be a whole number between ${min} and ${max}`;
  return rule('int', message, read, accepts, `${min} to ${max}`);
}

export function Bool(): PropertyDecorator {
  const words: Record<string, boolean> = {
    '1': true,
    true: true,
    on: true,
    '0': false,
    false: false,
    off: false,
  };
  const read = (text: string) => words[text.toLowerCase()] ?? text;
  return rule('bool', 'must be 1 or 0', read, (value) => typeof value === 'boolean');
}

export function Ports(): PropertyDecorator {
  const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
  const accepts = (value: unknown) => typeof value === 'string' && value.split(',').every(isPort);
  return rule('ports', 'must be ports such as 443,8443', identity, accepts);
}

export function Mailboxes(): PropertyDecorator {
  const isAddress = (text: string) => text.length <= 255 && /^[^\s<>@,]+@[^\s<>@,]+$/.test(text.trim());
  const isList = (addresses: string[]) => addresses.length <= MAILBOXES_MAX && addresses.every(isAddress);
  const accepts = (value: unknown) => typeof value === 'string' && isList(value.split(','));
  const message = `must be at most ${MAILBOXES_MAX} addresses such as ops@example.com,boss@example.com`;
  return rule('mailboxes', message, identity, accepts);
}

export function OneOf(...choices: string[]): PropertyDecorator {
  const accepts = (value: unknown) => choices.includes(value as string);
  return rule('oneOf', `must be one of ${choices.join(', ')}`, identity, accepts);
}

export function FreeText(
  minLength = 1,
  message = `must have at least ${minLength} characters`,
): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'string' && value.length >= minLength;
  return rule('freeText', message, identity, accepts, minLength > 1 ? undefined : 'text');
}

/** The address of a server that we use; check-addresses.ts checks it together with its certificates. */
export function Server(takes: string): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'string';
  return rule('server', 'must be an address', identity, accepts, takes);
}

/** A token that callers send after `Bearer`. */
export function BearerToken(minLength: number): PropertyDecorator {
  const accepts = (value: unknown) => new RegExp(`^[\\x21-\\x7e]{${minLength},500}$`).test(String(value));
  const message = `must have ${minLength} to 500 characters of plain ASCII without spaces`;
  return rule('bearerToken', message, (text) => String(tokenText(text)), accepts);
}

/** A token that Sandi sends to a gateway in a header. */
export function HeaderToken(): PropertyDecorator {
  const message = 'must be 1 to 500 characters of plain ASCII, which a header can carry';
  const read = (text: string) => tokenText(text);
  return rule('headerToken', message, read, isHeaderToken, 'text');
}

export function CertificateFile(): PropertyDecorator {
  const accepts = (value: unknown) => {
    try {
      const blocks = readFileSync(String(value), 'utf8').match(PEM) ?? [];
      return blocks.length > 0 && blocks.every((block) => new X509Certificate(block));
    } catch {
      return false;
    }
  };
  const message = 'must be a file of certificates (PEM) that this process may read';
  return rule('certificateFile', message, identity, accepts, 'a file of certificates (PEM)');
}

export function Pattern(pattern: RegExp, message: string): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'string' && pattern.test(value);
  return rule('pattern', message, identity, accepts);
}

export function Url(...schemes: string[]): PropertyDecorator {
  const accepts = (value: unknown) =>
    URL.canParse(String(value)) && schemes.includes(new URL(String(value)).protocol);
  const forms = schemes.map((scheme) => `${scheme}//…`).join(' or ');
  return rule('url', `must be an address of the form ${forms}`, identity, accepts);
}

/** An address to which paths are appended: no credentials, query or fragment. */
export function BaseUrl(): PropertyDecorator {
  const form = /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i;
  const accepts = (value: unknown) => form.test(String(value)) && URL.canParse(String(value));
  const message = 'must be a plain http:// or https:// address: put no credentials, @, ? or # in it';
  return rule('baseUrl', message, identity, accepts);
}

export function TimeZone(): PropertyDecorator {
  const accepts = (value: unknown) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: String(value) }));
    } catch {
      return false;
    }
  };
  return rule('timeZone', 'must be a time zone such as Asia/Jakarta', identity, accepts);
}

export function Template(): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'string' && isTemplate(value);
  const message = `must contain {code} once, at most one {brand}, no other braces, and at most ${TEMPLATE_MAX} characters`;
  return rule('template', message, identity, accepts);
}
