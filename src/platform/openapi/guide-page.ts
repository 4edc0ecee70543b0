import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { projectPath } from '../process/project.js';
import { type GuideName, GUIDES, servedAt } from './guides.js';
import { textPage } from './text-pages.js';

/** The example address, which is replaced by the service's own. */
const EXAMPLE = 'https://otp.example.com';

const STYLE = `
h2, h3 { scroll-margin-top: 1rem; margin-top: 2.5rem; }
table { display: block; overflow-x: auto; border-collapse: collapse; overflow-wrap: normal; font-size: .9rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; min-width: 6rem; }
pre { padding: .75rem 1rem; overflow-x: auto; background: var(--mark); border-radius: .5rem; font-size: .875rem; }
`;

/** A line that is a link to an example; the page shows the file instead. */
const EXAMPLE_FILE = /^\[`(examples\/[\w/-]+\.json)`\]\(\.\.\/\1\)$/gm;

/** Renders a document as a page; links to unserved files become text. */
export async function guidePage(name: GuideName, publicUrl: string): Promise<(nonce: string) => string> {
  const { file, title } = GUIDES[name];
  const markdown = await withExamples(await readFile(projectPath(`docs/${file}`), 'utf8'));
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ tokens, href }) {
        const text = this.parser.parseInline(tokens);
        const target = /^(?:#|https?:)/.test(href) ? href : servedAt(href);
        return target ? `<a href="${target}">${text}</a>` : text;
      },
    },
  });
  const html = await marked.parse(markdown.replaceAll(EXAMPLE, () => publicUrl));
  // Wide parts can be scrolled with the keyboard.
  const main = html.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
  return (nonce) => textPage({ nonce, lang: 'en', title, style: STYLE, main });
}

async function withExamples(markdown: string): Promise<string> {
  const paths = [...markdown.matchAll(EXAMPLE_FILE)].map(([, path = '']) => path);
  const files = await Promise.all(paths.map((path) => readFile(projectPath(path), 'utf8')));
  return markdown.replace(EXAMPLE_FILE, (_, path: string) => {
    const content = files[paths.indexOf(path)] ?? '';
    return `\`${path}\`\n\n\`\`\`json\n${content}\`\`\``;
  });
}

/** The anchor that GitHub makes from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
