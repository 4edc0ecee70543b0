import { join } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  types: [],
  lib: ['lib.es2022.d.ts'],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** What a strict compiler says of files that exist in memory only, as if they lay in this folder. */
export function complaintsOf(
  folder: string,
  files: Record<string, string>,
  more: Pick<ts.CompilerOptions, 'lib' | 'skipLibCheck'> = {},
): string[] {
  const options = { ...OPTIONS, ...more };
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const text = texts.get(path);
      return text === undefined
        ? disk.getSourceFile(path, version, ...rest)
        : ts.createSourceFile(path, text, version);
    },
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...texts.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
