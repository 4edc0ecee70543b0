import { type ErrorCode, ERRORS, MEANINGS, REMEDIES, REMEDY_OF } from '../errors/index.js';
import { textPage } from './text-page.js';

const STYLE = `
h2 { display: flex; flex-wrap: wrap; gap: .75rem; align-items: baseline; margin: 0 0 .25rem; font-size: 1.05rem; }
h2 span { color: var(--quiet); font-weight: 400; }
h2 a { color: inherit; text-decoration: none; }
section { padding: 1rem; margin: 0 -1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target { background: var(--mark); border-radius: .5rem; }
p { margin: .25rem 0; }
[lang=en] { color: var(--quiet); }
`;

/** Every code with its meaning in both languages, and for those of API keys what to do, at an address of its own: `/docs/errors#phone_invalid`. */
export const failurePage = (nonce: string): string =>
  textPage({
    nonce,
    lang: 'id',
    title: 'Kode kegagalan',
    style: STYLE,
    main: `<h1>Kode kegagalan <span lang="en">/ Failures</span></h1>
<p>Program membaca <code>code</code>; <code>message</code> untuk manusia. Sebutkan <code>request_id</code> jika bertanya ke operator. <a href="/docs">API</a> · <a href="/docs/guide">Panduan</a></p>
<p lang="en">Programs read <code>code</code>; <code>message</code> is for people. Quote <code>request_id</code> when you ask the operator.</p>
${(Object.keys(ERRORS) as ErrorCode[]).map(sectionOf).join('\n')}`,
  });

function sectionOf(code: ErrorCode): string {
  const { status, message } = ERRORS[code];
  const known = REMEDY_OF[code];
  const remedy = known && REMEDIES[known];
  return `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span>${status}</span></h2>
<p>${written(message)}${remedy ? ` ${written(remedy.id)}` : ''}</p>
<p lang="en">${written(MEANINGS[code])}${remedy ? ` ${written(remedy.en)}` : ''}</p>
</section>`;
}

/** Texts of ours, in which names of fields stand in backticks. */
const written = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
