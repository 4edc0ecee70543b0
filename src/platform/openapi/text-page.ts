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
  /** Beside what all such pages have. */
  style: string;
  main: string;
}

/** A page to be read: text of ours, without scripts. */
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
