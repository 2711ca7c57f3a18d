/** The pages in the order in which they are read, by section. */
export const menu: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  { title: 'Start', paths: ['index', 'quick-start', 'concepts', 'versions'] },
  {
    title: 'Read and write',
    paths: ['authentication', 'pages-and-filters', 'dates-and-zones', 'insight-edits', 'errors-and-retries', 'rate-limits', 'going-live'],
  },
  { title: 'Webhooks', paths: ['webhooks', 'verify', 'webhooks-in-production', 'events'] },
  {
    title: 'Recipes',
    paths: [
      'recipes/express',
      'recipes/fastify',
      'recipes/nextjs',
      'recipes/hono',
      'recipes/flask',
      'recipes/fastapi',
      'recipes/django',
      'recipes/go',
      'recipes/java',
      'recipes/php',
      'recipes/ruby',
      'recipes/csharp',
      'recipes/shell',
    ],
  },
  { title: 'Tools', paths: ['sdk', 'cli', 'clients'] },
  { title: 'Operators', paths: ['ingestion', 'operation', 'console'] },
  { title: 'Reference', paths: ['reference', 'problems'] },
];
