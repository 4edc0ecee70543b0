/** Fields of a send. */
export interface Draft {
  phone: string;
  otp_code: string;
  company_name: string;
  language: 'id' | 'en';
}

/** Values for empty fields. */
const EXAMPLE = { phone: '081234567890', otp_code: '482913', company_name: 'Toko Budi' };

export const withExamples = ({ phone, otp_code: code, company_name: brand, language }: Draft): Draft => ({
  phone: phone.trim() || EXAMPLE.phone,
  otp_code: code.trim() || EXAMPLE.otp_code,
  company_name: brand.trim() || EXAMPLE.company_name,
  language,
});

/** Input of a code sample. */
export interface Sample {
  /** URL of the service. */
  origin: string;
  body: Omit<Draft, 'language'> & { language?: 'en' };
  /** The Idempotency-Key; stable for a draft. */
  attempt: string;
  /** Comments of the sample: the key to use, and the attempt ID. */
  notes: { key: string; attempt: string };
}

/** Samples by language. `sdk` is a folder of sdk/. */
export const SAMPLES = {
  curl: { name: 'cURL', sdk: null, write: curl },
  node: { name: 'Node', sdk: 'typescript', write: node },
  php: { name: 'PHP', sdk: 'php', write: php },
  laravel: { name: 'Laravel', sdk: 'php', write: laravel },
  python: { name: 'Python', sdk: 'python', write: python },
  go: { name: 'Go', sdk: null, write: go },
} as const;

export type SampleLanguage = keyof typeof SAMPLES;

export function sampleOf(origin: string, draft: Draft, notes: Sample['notes']): Sample {
  const { language, ...body } = withExamples(draft);
  const sent = { ...body, ...(language === 'en' && { language }) };
  return {
    origin,
    body: sent,
    attempt: `login-${hashOf(JSON.stringify(sent))}`,
    notes: { key: onOneLine(notes.key), attempt: onOneLine(notes.attempt) },
  };
}

function curl({ origin, body, attempt, notes }: Sample): string {
  const { phone, otp_code } = body;
  return `# ${notes.key}
# ${notes.attempt}
ATTEMPT=${attempt}

curl -sS -X POST ${inShell(`${origin}/api/otp/send`)} \\
  -H "Authorization: Bearer $SANDI_API_KEY" -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $ATTEMPT" \\
  -d ${inShell(JSON.stringify(body))}

curl -sS -X POST ${inShell(`${origin}/api/otp/check`)} \\
  -H "Authorization: Bearer $SANDI_API_KEY" -H 'Content-Type: application/json' \\
  -d ${inShell(JSON.stringify({ phone, otp_code }))}
`;
}

function node({ origin, body, attempt, notes }: Sample): string {
  const { phone, otp_code, ...rest } = body;
  return `import { Sandi } from 'sandi-sdk';

// ${notes.key}
const sandi = new Sandi({ url: ${JSON.stringify(origin)}, apiKey: process.env.SANDI_API_KEY });
const code = { phone: ${JSON.stringify(phone)}, otp_code: ${JSON.stringify(otp_code)} };

// ${notes.attempt}
const attempt = ${JSON.stringify(attempt)};
const { status, reference } = await sandi.send(
  { ...code, ${members(rest, (name, value) => `${name}: ${JSON.stringify(value)}`)} },
  { idempotencyKey: attempt },
);
console.log(status, reference);
console.log('valid:', await sandi.check(code));
`;
}

function php({ origin, body, attempt, notes }: Sample): string {
  return `<?php
require 'vendor/autoload.php';

// ${inPhpComment(notes.key)}
$sandi = new Sandi\\Sandi(url: ${inPhp(origin)}, apiKey: getenv('SANDI_API_KEY'));

// ${inPhpComment(notes.attempt)}
$attempt = ${inPhp(attempt)};
${phpCalls(body, (call) => `$sandi->${call}`)}`;
}

function laravel({ body, attempt, notes, origin }: Sample): string {
  return `<?php
// .env: SANDI_URL=${inPhpComment(origin)} SANDI_API_KEY=…
// ${inPhpComment(notes.key)}

// ${inPhpComment(notes.attempt)}
$attempt = ${inPhp(attempt)};
${phpCalls(body, (call) => `Sandi::${call}`)}`;
}

function phpCalls(body: Sample['body'], on: (call: string) => string): string {
  const { phone, otp_code } = body;
  const code = `phone: ${inPhp(phone)}, otp_code: ${inPhp(otp_code)}`;
  return `$sent = ${on('send(')}
${members(body, (name, value) => `    ${name}: ${inPhp(value)},`, '\n')}
    idempotency_key: $attempt,
);
echo $sent['status'], ' ', $sent['reference'], PHP_EOL;
echo 'valid: ', json_encode(${on(`check(${code})`)}), PHP_EOL;
`;
}

function python({ origin, body, attempt, notes }: Sample): string {
  const { phone, otp_code } = body;
  return `import os
from sandi import Sandi

# ${notes.key}
sandi = Sandi(${JSON.stringify(origin)}, os.environ["SANDI_API_KEY"])

# ${notes.attempt}
attempt = ${JSON.stringify(attempt)}
sent = sandi.send(
${members(body, (name, value) => `    ${name}=${JSON.stringify(value)},`, '\n')}
    idempotency_key=attempt,
)
print(sent["status"], sent["reference"])
print("valid:", sandi.check(phone=${JSON.stringify(phone)}, otp_code=${JSON.stringify(otp_code)}))
`;
}

function go({ origin, body, attempt, notes }: Sample): string {
  const { phone, otp_code } = body;
  const json = (value: object) =>
    `map[string]string{${members(value, (n, v) => `${goText(n)}: ${goText(v)}`)}}`;
  return `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func ask(path, key string, body map[string]string) string {
	content, _ := json.Marshal(body)
	request, err := http.NewRequest("POST", ${goText(origin)}+path, bytes.NewReader(content))
	if err != nil {
		log.Fatal(err)
	}
	// ${notes.key}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SANDI_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		log.Fatal(err, string(answer))
	}
	return string(answer)
}

func main() {
	// ${notes.attempt}
	attempt := ${goText(attempt)}
	fmt.Println(ask("/api/otp/send", attempt, ${json(body)}))
	fmt.Println(ask("/api/otp/check", "", ${json({ phone, otp_code })}))
}
`;
}

const members = (body: object, line: (name: string, value: string) => string, between = ', ') =>
  Object.entries(body)
    .map(([name, value]) => line(name, String(value)))
    .join(between);

/** Replaces line breaks of any kind, which would end a comment. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
/** A text for a PHP comment, which `?>` would end. */
const inPhpComment = (text: string) => text.replaceAll('?>', '? >');
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inPhp = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
/** JSON escapes are valid in Go. */
const goText = (text: string) => JSON.stringify(text);

/** A short FNV-1a hash. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
