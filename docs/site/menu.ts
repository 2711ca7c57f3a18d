interface MenuSection {
  readonly title: string;
  readonly paths: readonly string[];
}

/** The pages for agencies in the order in which they are read, by section. */
export const menu: readonly MenuSection[] = [
  { title: 'Start', paths: ['index', 'quick-start', 'concepts', 'versions'] },
  {
    title: 'Read and write',
    paths: [
      'authentication',
      'pages-and-filters',
      'dates-and-zones',
      'insight-edits',
      'assignments',
      'ai-requests',
      'publications',
      'errors-and-retries',
      'idempotent-requests',
      'rate-limits',
      'going-live',
    ],
  },
  {
    title: 'Webhooks',
    paths: ['webhooks', 'local-development', 'verify', 'handle-events', 'test-your-handler', 'webhooks-in-production', 'events'],
  },
  {
    title: 'Recipes',
    paths: [
      'recipes/express',
      'recipes/fastify',
      'recipes/nestjs',
      'recipes/nextjs',
      'recipes/sveltekit',
      'recipes/cloudflare-workers',
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
  {
    title: 'Tools',
    paths: [
      'sdk',
      'sdk-reference',
      'sdk-python',
      'sdk-python-reference',
      'install-svc',
      'cli',
      'clients',
      'postman',
      'export',
      'troubleshooting',
    ],
  },
  { title: 'Reference', paths: ['reference', 'problems'] },
];

/** The pages for operators, which only the menu of their listener shows. */
export const operatorMenu: readonly MenuSection[] = [
  {
    title: 'Operators',
    paths: [
      'operator',
      'operate/install',
      'configuration',
      'operate/scale-out',
      'operate/citus',
      'operate/upgrade',
      'operate/back-up',
      'operate/monitor',
      'operate/traces',
      'runbooks',
      'operate/incidents',
      'operate/keys',
      'operate/quotas-and-sizes',
      'ingestion',
      'retention',
      'console',
    ],
  },
];
