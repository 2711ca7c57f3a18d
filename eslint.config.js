import tseslint from 'typescript-eslint';

const variable = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration';
const message = 'What a module holds is the whole process’s. What changes belongs to an object that composition constructs.';

/** No state of the process beside that of what `composition` constructs: modules hold what never changes. */
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
      '**/node_modules/**',
      '.data/**',
      '.cache/**',
      // Their imports are made by the generators that they test.
      'test/clients/programs/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'cli/bin/svc.js', 'server/link-node.js', 'server/oldest-node.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      // Interfaces here declare functions as methods; what is given for them is bound.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  noProcessState,
  {
    files: ['test/**', 'bench/**', 'eslint.config.js', '*.config.ts', 'cli/bin/**'],
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
