import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
const SERVICE = ['ormconfig.ts', 'src/**/*.ts'];

/** Time and chance come from src/platform/time/clock.ts and src/platform/ids/random.ts, so that tests can set them. */
const AMBIENT_TIME = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Ask the Clock (src/platform/time/clock.ts) for the time.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
    message: 'Ask the Clock (src/platform/time/clock.ts) for the time.',
  },
];
const AMBIENT_CHANCE = [
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Take randomness from src/platform/ids/random.ts.',
  },
  {
    selector: "MemberExpression[object.name='crypto'][property.name=/^(randomUUID|getRandomValues)$/]",
    message: 'Take randomness from src/platform/ids/random.ts.',
  },
];
const RANDOM_IMPORTS = ['node:crypto', 'crypto'].map((name) => ({
  name,
  importNames: ['randomBytes', 'randomInt', 'randomUUID', 'randomFill', 'randomFillSync', 'webcrypto'],
  message: 'Take randomness from src/platform/ids/random.ts.',
}));
const SQLITE_IMPORTS = ['better-sqlite3', 'better-sqlite3-13'].map((name) => ({
  name,
  allowTypeImports: true,
  message: 'Which one runs depends on Node.js: take loadSqlite() of src/platform/database.',
}));
const FORWARD_REF = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'Two modules that need each other are one module, or three.',
};

/** `it.only`, `describe.each(…).skip` and their like; `skipIf` names its condition and stays. */
const FOCUSED = ['it', 'test', 'describe', 'suite', 'bench'].map((name) => ({
  selector: `MemberExpression[property.name=/^(only|skip|todo|fails)$/]:matches([object.name='${name}'], :has(> MemberExpression[object.name='${name}']))`,
  message: 'Every test runs, each time.',
}));

const TO_ANSWER =
  'Write expect(response).toAnswer(status, code): it prints the body and the request id on failure.';
/** `expect(response.status).toBe(402)`, and `expect([response.status, …]).toEqual([402, …])`. */
const BARE_STATUSES = [
  {
    selector:
      "CallExpression[callee.property.name=/^to(Be|Equal)$/][arguments.0.raw=/^[1-5]\\d\\d$/] > MemberExpression CallExpression[callee.name='expect']:matches([arguments.0.property.name=/^status(Code)?$/], [arguments.0.name='status'])",
    message: TO_ANSWER,
  },
  {
    selector:
      "CallExpression:has(> ArrayExpression > Literal:first-child[raw=/^[1-5]\\d\\d$/]) > MemberExpression > CallExpression[callee.name='expect'] > ArrayExpression > :matches(MemberExpression[property.name=/^status(Code)?$/], Identifier[name='status']):first-child",
    message: TO_ANSWER,
  },
];

export default defineConfig(
  globalIgnores([
    'dist/',
    'data/',
    'coverage/',
    'test-results/',
    'tools/openapi/.venv/',
    'dashboard/src/api/schema.d.ts',
    'sdk/typescript/dist/',
  ]),
  // The rules hold everywhere: comments cannot switch one off.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    plugins: { 'import-order': simpleImportSort },
    // One block: what runs on import, Node, packages, then ours from far to near.
    rules: {
      'import-order/imports': [
        'error',
        { groups: [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.\\.', '^\\.']] },
      ],
      'import-order/exports': 'error',
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, minimumDescriptionLength: 1 },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      eqeqeq: 'error',
      '@typescript-eslint/no-restricted-imports': ['error', { paths: SQLITE_IMPORTS }],
    },
  },
  { files: ['dashboard/src/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: [
      'src/**/*.ts',
      'simulator/**/*.ts',
      'bench/**/*.ts',
      'scripts/**',
      'dashboard/**',
      'sdk/**',
      'ormconfig.ts',
    ],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    files: SERVICE,
    rules: {
      'no-restricted-syntax': ['error', ...AMBIENT_TIME, ...AMBIENT_CHANCE],
      'no-restricted-imports': ['error', { paths: [...RANDOM_IMPORTS, FORWARD_REF] }],
    },
  },
  {
    files: ['bench/{fleet,scaling}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...AMBIENT_TIME, ...AMBIENT_CHANCE] },
  },
  { files: ['src/platform/time/clock.ts'], rules: { 'no-restricted-syntax': ['error', ...AMBIENT_CHANCE] } },
  {
    files: ['src/platform/ids/random.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...AMBIENT_TIME],
      'no-restricted-imports': ['error', { paths: [FORWARD_REF] }],
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...FOCUSED, ...BARE_STATUSES],
      // Tests look for control characters on purpose.
      'no-control-regex': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        Response: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
