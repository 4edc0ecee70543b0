import { type ErrorCode, ERRORS, MEANINGS, REMEDIES, REMEDY_OF } from '../errors/index.js';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9e0de, #3a4443); --quiet: light-dark(#52605d, #a3b1ae); --mark: light-dark(#e6f6f2, #12352f); }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 30vh; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#fff, #191d1c); color: light-dark(#17211f, #e8eeec); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; }
a { color: light-dark(#00695a, #5fd4bf); }
code { font-family: ui-monospace, monospace; }
`;

interface TextPage {
  nonce: string;
  lang: 'id' | 'en';
  title: string;
  /** Added to the common style. */
  style: string;
  main: string;
}

/** A page of text without scripts. */
export const textPage = ({ nonce, lang, title, style, main }: TextPage): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Sandi</title>
<style nonce="${nonce}">${STYLE}${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

const FAILURE_STYLE = `
h2 { display: flex; flex-wrap: wrap; gap: .75rem; align-items: baseline; margin: 0 0 .25rem; font-size: 1.05rem; }
h2 span { color: var(--quiet); font-weight: 400; }
h2 a { color: inherit; text-decoration: none; }
section { padding: 1rem; margin: 0 -1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target { background: var(--mark); border-radius: .5rem; }
p { margin: .25rem 0; }
[lang=en] { color: var(--quiet); }
`;

/** Every code with its meaning and remedy in both languages, at its own anchor: `/docs/errors#phone_invalid`. */
export const failurePage = (nonce: string): string =>
  textPage({
    nonce,
    lang: 'id',
    title: 'Kode kegagalan',
    style: FAILURE_STYLE,
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
<p>${htmlOf(message)}${remedy ? ` ${htmlOf(remedy.id)}` : ''}</p>
<p lang="en">${htmlOf(MEANINGS[code])}${remedy ? ` ${htmlOf(remedy.en)}` : ''}</p>
</section>`;
}

/** HTML of a trusted text that has field names in backticks. */
const htmlOf = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
