/** Who may import whom. Types count like values, except where a rule says otherwise. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The folders of the server, and which others each may import. All other imports are refused. */
const folders = {
  http: ['access', 'versions', 'query', 'orm', 'database'],
  resources: [
    'ingestion',
    'events',
    'publications',
    'live',
    'pages',
    'status',
    'paging',
    'access',
    'query',
    'orm',
    'models',
    'entities',
    'database',
    'declare',
  ],
  jobs: ['events', 'delivery', 'retention', 'access', 'database'],
  demo: ['ingestion', 'events', 'delivery', 'publications', 'access', 'versions', 'entities', 'orm', 'database'],
  ingestion: ['events', 'query', 'versions', 'entities', 'models', 'database', 'declare'],
  events: ['delivery', 'query', 'versions', 'entities', 'database', 'declare'],
  'signature-checks': ['delivery', 'entities', 'database'],
  delivery: ['versions', 'entities', 'database', 'declare'],
  publications: ['query', 'entities', 'orm', 'database'],
  projections: ['query', 'entities', 'database'],
  retention: ['access', 'entities', 'models', 'database'],
  pages: ['access'],
  live: ['access', 'entities', 'database', 'declare'],
  status: ['delivery', 'publications', 'entities', 'database'],
  diagnostics: ['status', 'access', 'entities', 'database'],
  paging: ['access', 'orm', 'models', 'database'],
  access: ['query', 'entities', 'orm', 'models', 'database', 'declare'],
  query: [],
  entities: ['versions', 'orm', 'models', 'database', 'declare'],
  orm: ['models', 'database', 'declare'],
  database: ['models'],
  models: ['declare'],
  declare: [],
  versions: [],
};

/** Leaves, which every folder may import, and files of a process, which none may import. */
const leaves = '(problems|lib|log|tracing|config)/';
const processFiles = '^server/((main|migrate|remove-data|wrap-key)\\.ts$|(composition|metrics|startup|processes)/)';

const folderRules = Object.entries(folders).map(([folder, below]) =>
  rule(
    `folder-${folder}`,
    below.length > 0 ? `${folder} may import ${below.join(', ')} and leaves.` : `${folder} may import only leaves.`,
    { path: `^server/${folder}/` },
    { path: '^server/', pathNot: `^server/((${[folder, ...below].join('|')})/|${leaves})` },
  ),
);

export default {
  forbidden: [
    ...folderRules,
    rule(
      'resources-independent',
      'Resources do not import each other.',
      { path: '^server/resources/([^/]+)/' },
      { path: '^server/resources/', pathNot: '^server/resources/($1/|handler\\.ts$)' },
    ),
    rule(
      'resources-without-database',
      'Resources access the database only through the data access of their context. They may import the types of statements.',
      { path: '^server/resources/' },
      { path: '^server/database/', pathNot: '^server/database/(client/sql|partitions/partitions)\\.ts$' },
    ),
    rule(
      'resources-use-scoped-data',
      'Of the models, resources may import conditions and the types of data access and rows.',
      { path: '^server/resources/' },
      { path: '^server/(orm|models)/', pathNot: '^server/(orm/(operator-models|conditions)|models/tables)\\.ts$' },
    ),
    rule(
      'inject-data-access',
      'Resources create neither data access nor models: their context has data access with a tenant scope.',
      { path: '^server/resources/' },
      { path: '^server/(orm/operator-models|models/tables|access/scope/scoped-models)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'resources-without-drivers',
      'Resources do not open connections.',
      { path: '^server/resources/' },
      { path: '^node_modules/(pg|pg-[^/]+|sequelize|@types/pg)/' },
    ),
    rule(
      'http-opens-no-connections',
      'HTTP uses statements and opens no connections.',
      { path: '^server/http/' },
      { path: '^server/database/', pathNot: '^server/database/(client/sql|replica/agency-writes)\\.ts$' },
    ),
    rule(
      'publishers-see-the-dispatcher',
      'Publishers may import the dispatcher of delivery and the types of its parameters.',
      { path: '^server/(events|ingestion)/' },
      { path: '^server/delivery/', pathNot: '^server/delivery/claim/(dispatcher|leased-delivery|targets)\\.ts$' },
    ),
    rule(
      'express-in-http',
      'Only HTTP imports Express.',
      { path: '^server/', pathNot: '^server/http/' },
      { path: '^node_modules/(express|@types/express)/' },
    ),
    rule(
      'sequelize-in-orm',
      'Only the models import Sequelize.',
      { path: '^server/', pathNot: '^server/(orm|declare)/' },
      { path: '^node_modules/sequelize/' },
    ),
    rule(
      'leaves-import-only-leaves',
      'A leaf imports only leaves.',
      { path: `^server/${leaves}` },
      { path: '^server/', pathNot: `^server/${leaves}` },
    ),
    rule(
      'config-is-independent',
      'Configuration and clock import only text readers and the names of installation values.',
      { path: '^server/(config/|lib/clock\\.ts$)' },
      { path: '^(server|generated)/', pathNot: '^server/(config/|lib/(read-small-file|strict-bytes)\\.ts$)|^generated/installation\\.ts$' },
    ),
    rule(
      'no-import-of-process-files',
      'No module imports the files of a process.',
      { path: '^server/', pathNot: processFiles },
      { path: processFiles },
    ),
    rule(
      'only-http-creates-problems',
      'Only HTTP may create any problem. Resources get the problems that their operation declares.',
      { path: '^server/', pathNot: '^server/(http|problems|demo)/' },
      { path: '^server/problems/problem\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-outbox-publishes',
      'Only the outbox may publish events outside the tenant scope of a key.',
      { path: '^server/', pathNot: '^server/(events/outbox|access/scope/scoped-models)\\.ts$' },
      { path: '^server/database/client/publishing\\.ts$' },
    ),
    rule(
      'composition-below-startup',
      'Start-up imports composition; composition does not import start-up.',
      { path: '^server/composition/' },
      { path: '^server/(startup|processes)/' },
    ),
    rule(
      'only-composition-constructs',
      'Only composition constructs these classes. Others may import their types.',
      { path: '^server/', pathNot: '^server/(composition/|orm/database\\.ts$)' },
      {
        path: '^server/(resources/[^/]+/controller|http/(public|operator)-app|ingestion/ingestor|events/outbox|delivery/deliverer|jobs/runner|paging/cursor|access/(encryption/keyring|scope/scoped-statements|keys/unchecked-keys)|database/client/worker-pool|ingestion/ingestion-pool|orm/(database|sequelize-pool)|metrics/metrics)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'generated-is-independent',
      'Generated code imports no handwritten code.',
      { path: '^generated/' },
      { path: '^(server|sdk|cli|spec|test|bench)/' },
    ),
    rule(
      'generator-is-independent',
      'The generator reads only the contract.',
      { path: '^spec/' },
      { path: '^(server|sdk|cli|generated|test|bench)/' },
    ),
    rule(
      'server-is-independent',
      'The server imports neither clients nor tests.',
      { path: '^server/' },
      { path: '^(sdk|cli|console|spec|test|bench)/' },
    ),
    rule(
      'sdk-self-contained',
      'The SDK is published without other code.',
      { path: '^sdk/' },
      { path: '^(server|generated|cli|spec|test|bench)/' },
    ),
    rule(
      'cli-on-sdk',
      'The command line imports only the built SDK, as any client does.',
      { path: '^cli/' },
      {
        path: '^(server|generated|spec|test|bench)/|^sdk/(?!dist/)',
      },
    ),
    rule(
      'console-on-contract',
      'The console imports the sources of the SDK and nothing of the service.',
      { path: '^console/' },
      { path: '^(server|generated|cli|spec|test|bench)/|^sdk/(?!src/)' },
    ),
    rule(
      'no-circular-imports',
      'Circular imports are refused, also those of types.',
      { path: '^(server|sdk|cli|spec|console)/' },
      { circular: true },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^sdk/dist'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
