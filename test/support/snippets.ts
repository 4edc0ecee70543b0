import ts from 'typescript';

/** The first block of code in a text in Markdown that has this fence; empty where there is none. */
export const codeBlock = (markdown: string, fence: string): string =>
  new RegExp(`\n\`\`\`${fence}\n([^]*?)\n\`\`\`\n`).exec(markdown)?.[1] ?? '';

/** What stands under a heading such as `## Start`, up to the next one of its level or above; the title is none. */
export function sectionOf(markdown: string, heading: string): string {
  const [, after = ''] = markdown.split(`\n${heading}\n`);
  const [section = ''] = after.split(new RegExp(`\n#{2,${heading.indexOf(' ')}} `));
  return `\n${section}\n`;
}

export const asJavaScript = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  }).outputText;

/** Go neither fetches a module nor another Go. */
export const GO_ALONE = { GO111MODULE: 'off', GOTOOLCHAIN: 'local', GOPROXY: 'off' };
