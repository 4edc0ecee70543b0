import compile from 'icu-minify/compile';
import type { ESTree, Plugin } from 'vite';

const MESSAGES = /\/src\/i18n\/messages\/[\w-]+\.(?:id|en)\.ts$/;

interface Compiled {
  start: number;
  end: number;
  text: string;
}

/**
 * Compiles the ICU messages at build time. An invalid message fails the build, and the parser (13 KiB) stays
 * out of the browser. Every message must be a plain string literal.
 */
export function precompileMessages(): Plugin {
  return {
    name: 'sandi-precompile-messages',
    enforce: 'post',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform: {
      filter: { id: MESSAGES },
      handler(code) {
        const compiled: Compiled[] = [];
        for (const statement of this.parse(code).body)
          if (statement.type === 'ExportNamedDeclaration') compileStatement(statement, compiled);
        return { code: replaced(code, compiled), map: null };
      },
    },
  };
}

function compileStatement({ declaration }: ESTree.ExportNamedDeclaration, compiled: Compiled[]): void {
  if (declaration?.type !== 'VariableDeclaration') return;
  for (const { init } of declaration.declarations) if (init) compileValue(init, compiled);
}

function compileValue(node: ESTree.Expression, compiled: Compiled[]): void {
  if (node.type === 'Identifier') return; // defined in another file of messages
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties)
      if (property.type === 'Property') compileValue(property.value, compiled);
  } else if (node.type === 'Literal' && typeof node.value === 'string') {
    const { start, end } = node;
    compiled.push({ start, end, text: JSON.stringify(compile(node.value)) });
  } else throw new Error(`A message is a plain string, not a ${node.type}.`);
}

function replaced(code: string, compiled: readonly Compiled[]): string {
  return compiled.reduceRight(
    (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
    code,
  );
}
