import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The rules that need types take most of the time: tests are given them in `npm run test:long` alone. */
const UNTYPED =
  process.env.PULLBACK_LONG === undefined
    ? ['src/**/*.test.ts', 'src/testing/**/*.ts', 'bench/**/*.ts', 'gradbench/**/*.ts', 'e2e/**/*.ts']
    : [];

export default defineConfig(
  { ignores: ['.stryker-tmp', 'dist', 'build', 'coverage', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // One program for the page, the command line and all tests, so that each file is read and checked once.
        project: ['./tsconfig.lint.json', './workers/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['src/services/editing/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'MemberExpression[property.name=/^(message|hint)$/]',
          'MemberExpression[property.value=/^(message|hint)$/]',
          'ObjectPattern > Property[key.name=/^(message|hint)$/]',
        ].map((selector) => ({
          selector,
          message: "A quick fix is made from a diagnostic's `fix`, never from the words of its message or hint.",
        })),
      ],
    },
  },
  ...UNTYPED.map((files) => ({ files: [files], extends: [tseslint.configs.disableTypeChecked] })),
  { files: ['src/**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  { files: ['*.js', '*.cjs', '**/*.mjs'], languageOptions: { globals: globals.node } },
);
