import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { randomToken } from '../ids/random.js';
import type { Language } from '../text/message-template.rules.js';
import { prefersHtml } from './accepted-type.js';
import { languageHeaders, languageOfRequest } from './envelope.js';
import { pageHeaders } from './response-headers.js';

const STYLE = `
:root { color-scheme: light; }
@page { margin: 18mm; }
body { margin: 0 auto; padding: 1.5rem 1rem; font: 14px/1.5 system-ui, sans-serif; color: #17211f; background: #fff; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: .3rem .4rem; border-bottom: 1px solid #d9e0de; text-align: left; vertical-align: top; font-weight: 400; }
thead th { font-weight: 600; }
`;

/** An HTML page to print, without scripts. */
export interface PrintedPage {
  title: string;
  /** Added to the common style. */
  style: string;
  /** HTML. Escape values with `escapeHtml`. */
  main: string;
}

export const csvFile = (csv: Readable, filename: string) =>
  new StreamableFile(csv, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${filename}"`,
  });

/** Responds with the page if the request prefers HTML, else with the value. */
export function jsonOrPage<T>(
  reply: FastifyReply,
  value: T,
  pageIn: (language: Language) => PrintedPage,
): T | StreamableFile {
  const vary = 'Accept, Accept-Language';
  void reply.header('vary', vary);
  if (!prefersHtml(reply.request.headers.accept)) return value;
  const nonce = randomToken(16);
  const language = languageOfRequest(reply.request);
  void reply.headers({ ...languageHeaders(language), ...pageHeaders(nonce), vary });
  const { title, style, main } = pageIn(language);
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return new StreamableFile(Buffer.from(html), { type: 'text/html; charset=utf-8' });
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
