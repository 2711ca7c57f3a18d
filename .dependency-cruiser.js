/** Who may import whom. Types count like values, except where a rule says otherwise. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The rooms of the server, and which others each may import. Whatever is not named is refused. */
const rooms = {
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

/** What anybody may import, and what nobody may. */
const leaves = '(problems|lib|log|tracing|config)/';
const processFiles = '^server/((main|migrate|remove-data|wrap-key)\\.ts$|(composition|metrics|startup|processes)/)';

const roomRules = Object.entries(rooms).map(([room, below]) =>
  rule(
    `room-${room}`,
    below.length > 0 ? `${room} may import ${below.join(', ')} and leaves.` : `${room} may import leaves alone.`,
    { path: `^server/${room}/` },
    { path: '^server/', pathNot: `^server/((${[room, ...below].join('|')})/|${leaves})` },
  ),
);

export default {
  forbidden: [
    ...roomRules,
    rule(
      'resources-apart',
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
      'http-by-sql',
      'HTTP uses statements and opens no connections.',
      { path: '^server/http/' },
      { path: '^server/database/', pathNot: '^server/database/(client/sql|replica/agency-writes)\\.ts$' },
    ),
    rule(
      'publishers-see-the-dispatcher',
      'Of delivery, whoever publishes sees the dispatcher and the form of what it is given.',
      { path: '^server/(events|ingestion)/' },
      { path: '^server/delivery/', pathNot: '^server/delivery/claim/(dispatcher|leased-delivery|targets)\\.ts$' },
    ),
    rule(
      'express-in-http',
      'Express is behind HTTP.',
      { path: '^server/', pathNot: '^server/http/' },
      { path: '^node_modules/(express|@types/express)/' },
    ),
    rule(
      'sequelize-in-orm',
      'Sequelize is behind the models.',
      { path: '^server/', pathNot: '^server/(orm|declare)/' },
      { path: '^node_modules/sequelize/' },
    ),
    rule('leaves-apart', 'A leaf imports leaves alone.', { path: `^server/${leaves}` }, { path: '^server/', pathNot: `^server/${leaves}` }),
    rule(
      'config-first',
      'Configuration and clock need nothing else, except forms of texts and the names of the values of an installation.',
      { path: '^server/(config/|lib/clock\\.ts$)' },
      { path: '^(server|generated)/', pathNot: '^server/(config/|lib/(read-small-file|strict-bytes)\\.ts$)|^generated/installation\\.ts$' },
    ),
    rule(
      'process-on-top',
      'Nothing imports what makes up the process.',
      { path: '^server/', pathNot: processFiles },
      { path: processFiles },
    ),
    rule(
      'problems-declared',
      'Only the frame of requests makes any problem. Whoever else throws some is given those that its operation declares.',
      { path: '^server/', pathNot: '^server/(http|problems|demo)/' },
      { path: '^server/problems/problem\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'publishing-in-outbox',
      'Only the outbox may publish events outside the tenant scope of a key.',
      { path: '^server/', pathNot: '^server/(events/outbox|access/scope/scoped-models)\\.ts$' },
      { path: '^server/database/client/publishing\\.ts$' },
    ),
    rule(
      'composition-below-startup',
      'A start uses what is composed; what is composed knows of no start.',
      { path: '^server/composition/' },
      { path: '^server/(startup|processes)/' },
    ),
    rule(
      'only-composition-constructs',
      'Parts are put together in one place. Others may name their types.',
      { path: '^server/', pathNot: '^server/(composition/|orm/database\\.ts$)' },
      {
        path: '^server/(resources/[^/]+/controller|http/(public|operator)-app|ingestion/ingestor|events/outbox|delivery/deliverer|jobs/runner|paging/cursor|access/(encryption/keyring|scope/scoped-statements|keys/unchecked-keys)|database/client/worker-pool|ingestion/ingestion-pool|orm/(database|sequelize-pool)|metrics/metrics)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'generated-alone',
      'What is generated depends on nothing that is written by hand.',
      { path: '^generated/' },
      { path: '^(server|sdk|cli|spec|test|bench)/' },
    ),
    rule(
      'generator-alone',
      'The generator reads the contract alone.',
      { path: '^spec/' },
      { path: '^(server|sdk|cli|generated|test|bench)/' },
    ),
    rule(
      'server-alone',
      'The server needs neither its clients nor its tests.',
      { path: '^server/' },
      { path: '^(sdk|cli|console|spec|test|bench)/' },
    ),
    rule('sdk-self-contained', 'The SDK is published alone.', { path: '^sdk/' }, { path: '^(server|generated|cli|spec|test|bench)/' }),
    rule(
      'cli-on-sdk',
      'The command line uses the SDK as any client does.',
      { path: '^cli/' },
      {
        path: '^(server|generated|spec|test|bench)/|^sdk/(?!dist/)',
      },
    ),
    rule(
      'console-on-contract',
      'The browser application uses the sources of the SDK, and nothing of the service.',
      { path: '^console/' },
      { path: '^(server|generated|cli|spec|test|bench)/|^sdk/(?!src/)' },
    ),
    rule(
      'no-circles',
      'Files are not imported in circles, not even for their types.',
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
