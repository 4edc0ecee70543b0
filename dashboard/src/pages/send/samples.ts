/** What a send is made of, as the API names it. */
export interface Draft {
  phone: string;
  otp_code: string;
  company_name: string;
  language: 'id' | 'en';
}

interface Request {
  address: string;
  body: Omit<Draft, 'language'> & { language?: 'en' };
}

const PLACEHOLDER = '<api_key>';

/** In place of what has not been filled in yet. */
const EXAMPLE = { phone: '081234567890', otp_code: '482913', company_name: 'Toko Budi' };

/** The same request in each language, ready to run once the key is in it. */
export const SAMPLES = {
  curl: { name: 'curl', write: curl },
  typescript: { name: 'TypeScript', write: typescript },
  php: { name: 'PHP', write: php },
  python: { name: 'Python', write: python },
} as const;

export type SampleLanguage = keyof typeof SAMPLES;

export function requestOf(origin: string, draft: Draft): Request {
  const { phone, otp_code: code, company_name: brand, language } = draft;
  return {
    address: `${origin}/api/otp/send`,
    body: {
      phone: phone.trim() || EXAMPLE.phone,
      otp_code: code.trim() || EXAMPLE.otp_code,
      company_name: brand.trim() || EXAMPLE.company_name,
      ...(language === 'en' && { language }),
    },
  };
}

function curl({ address, body }: Request): string {
  return `curl -X POST ${inShell(address)} \\
  -H 'Authorization: Bearer ${PLACEHOLDER}' \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: otp-$(date +%s)" \\
  -d ${inShell(JSON.stringify(body))}
`;
}

function typescript({ address, body }: Request): string {
  return `const response = await fetch(${JSON.stringify(address)}, {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${PLACEHOLDER}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({
${members(body, (name, value) => `    ${name}: ${JSON.stringify(value)},`)}
  }),
});
const answer = await response.json();
if (!answer.success) throw new Error(\`\${answer.code}: \${answer.message}\`);
console.log(answer.data.message_id);
`;
}

function php({ address, body }: Request): string {
  return `<?php
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ${PLACEHOLDER}',
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    'content' => json_encode([
${members(body, (name, value) => `        '${name}' => ${inPhp(value)},`)}
    ]),
    'ignore_errors' => true,
]]);
$answer = json_decode(file_get_contents(${inPhp(address)}, false, $request), true);
if (!$answer['success']) {
    throw new Exception($answer['code'] . ': ' . $answer['message']);
}
echo $answer['data']['message_id'], PHP_EOL;
`;
}

function python({ address, body }: Request): string {
  return `import json, urllib.error, urllib.request, uuid

request = urllib.request.Request(
    ${JSON.stringify(address)},
    headers={
        "Authorization": "Bearer ${PLACEHOLDER}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
${members(body, (name, value) => `        "${name}": ${JSON.stringify(value)},`)}
    }).encode(),
)
try:
    answer = json.load(urllib.request.urlopen(request))
    print(answer["data"]["message_id"])
except urllib.error.HTTPError as failure:
    answer = json.load(failure)
    raise SystemExit(answer["code"] + ": " + answer["message"])
`;
}

const members = (body: Request['body'], line: (name: string, value: string) => string) =>
  Object.entries(body)
    .map(([name, value]) => line(name, value))
    .join('\n');

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const inPhp = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
