/** Who may import whom. Types count like values, except where a rule says otherwise. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const layers = {
  process: '^server/(main|service-process|composition)\\.ts$',
  operations: '^server/(http|resources|jobs|demo)/',
  domain: '^server/(events|delivery|records|publications|retention|projections|access|paging|query)/',
  storage: '^server/(database|models)/',
};

export default {
  forbidden: [
    rule(
      'resources-apart',
      'A resource knows nothing of another one.',
      { path: '^server/resources/([^/]+)/' },
      { path: '^server/resources/', pathNot: '^server/resources/$1/' },
    ),
    rule(
      'resources-without-http',
      'A resource is called by generated routes: it sees neither HTTP nor jobs.',
      { path: '^server/resources/' },
      { path: '^(server/(http|jobs|demo)/|node_modules/(express|@types/express)/)' },
    ),
    rule(
      'http-apart',
      'HTTP knows requests, keys and problems, but no operation.',
      { path: '^server/http/' },
      {
        path: '^server/',
        pathNot: '^server/(http|access|problems)/|^server/database/(sql|agency-writes)\\.ts$|^server/log\\.ts$',
      },
    ),
    rule(
      'express-in-http',
      'Express is behind HTTP.',
      { path: '^server/', pathNot: '^server/http/' },
      { path: '^node_modules/(express|@types/express)/' },
    ),
    rule(
      'sequelize-in-models',
      'Sequelize is behind the models.',
      { path: '^server/', pathNot: '^server/models/' },
      { path: '^node_modules/sequelize/' },
    ),
    rule(
      'delivery-apart',
      'Delivery knows no resource, and not who publishes.',
      { path: '^server/delivery/' },
      {
        path: '^server/(resources|http|jobs|events|records|publications|retention|projections|demo)/',
      },
    ),
    rule('domain-below-operations', 'Imports point down.', { path: layers.domain }, { path: layers.operations }),
    rule('storage-below-domain', 'Imports point down.', { path: layers.storage }, { path: `${layers.operations}|${layers.domain}` }),
    rule(
      'process-on-top',
      'Nothing imports what starts the process.',
      { path: '^server/', pathNot: '^server/(main|service-process)\\.ts$' },
      { path: layers.process },
    ),
    rule('problems-leaf', 'Problems are a leaf.', { path: '^server/problems/' }, { path: '^server/', pathNot: '^server/problems/' }),
    rule(
      'problems-declared',
      'Only the frame of requests makes any problem. Whoever else throws some is given those that its operation declares.',
      { path: '^server/', pathNot: '^server/(http|problems|demo)/' },
      { path: '^server/problems/problem\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'publishing-in-outbox',
      'A key may have events published beyond its reach: the outbox does, and nobody else.',
      { path: '^server/', pathNot: '^server/(events/outbox|access/reachable)\\.ts$' },
      { path: '^server/access/publishing\\.ts$' },
    ),
    rule('config-leaf', 'Configuration and clock are leaves.', { path: '^server/(config|clock)\\.ts$' }, { path: '^(server|generated)/' }),
    rule(
      'only-composition-constructs',
      'Parts are put together in one place. Others may name their types.',
      { path: '^server/', pathNot: '^server/composition\\.ts$' },
      {
        path: '^server/(resources/[^/]+/controller|http/(public|operator)-app|delivery/deliverer|jobs/runner|database/pools|metrics)\\.ts$',
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
      { path: '^(sdk|cli|spec|test|bench)/' },
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
      'no-circles',
      'Values are not imported in circles.',
      { path: '^(server|sdk|cli|spec)/' },
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^sdk/dist'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
