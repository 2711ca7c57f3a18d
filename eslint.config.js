import tseslint from 'typescript-eslint';
import { plainWords } from './docs/style/words-rule.js';

const variable = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration';
const message = 'The state of a module is the state of the whole process. It belongs to an object that composition constructs.';

/** Only objects that `composition` constructs have state: modules contain constants. */
export const noProcessState = {
  files: ['server/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      { selector: `${variable}[kind!='const']`, message },
      { selector: `${variable} > VariableDeclarator > NewExpression[callee.name!=/^(Set|Map|RegExp|URL|TextDecoder)$/]`, message },
      { selector: `${variable} > VariableDeclarator > NewExpression[callee.name=/^(Set|Map)$/][arguments.length=0]`, message },
      { selector: `${variable} > VariableDeclarator > ArrayExpression[elements.length=0]`, message },
      { selector: `${variable} > VariableDeclarator:not([id.typeAnnotation]) > ObjectExpression[properties.length=0]`, message },
      {
        selector: `${variable} > VariableDeclarator[id.typeAnnotation.typeAnnotation.typeName.name='Record'] > ObjectExpression[properties.length=0]`,
        message,
      },
    ],
  },
};

/** Comments and texts are written in plain words: docs/style/words.yml lists those to avoid, and what to write instead. */
export const plainTexts = {
  files: ['server/**', 'cli/src/**', 'console/src/**', 'bench/**', 'test/**'],
  // They plant the words.
  ignores: ['test/docs/words.test.ts', 'test/docs/plain-texts.test.ts'],
  plugins: { words: { rules: { plain: plainWords } } },
  rules: { 'words/plain': 'error' },
};

export default tseslint.config(
  {
    ignores: [
      '.dependency-cruiser.js',
      '**/dist/**',
      'generated/**',
      'docs/site/assets/**',
      'docs/built/**',
      'console/built/**',
      'sdk/src/generated/**',
      'cli/src/generated/**',
      'console/src/generated/**',
      '**/node_modules/**',
      '.data/**',
      '.cache/**',
      // Their imports are made by the generators that they test.
      'test/clients/programs/**',
      // It belongs to a copy of the tree with another release.
      'test/versions/beryl/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'eslint.config.js',
            'cli/bin/svc.js',
            'server/startup/link-node.js',
            'server/startup/oldest-node.js',
            'docs/style/words-rule.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      // Interfaces here declare functions as methods, and implementations are bound.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  noProcessState,
  plainTexts,
  {
    files: ['test/**', 'bench/**', 'eslint.config.js', '*.config.ts', 'cli/bin/**', 'docs/style/*.js'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      'no-console': 'off',
    },
  },
);
