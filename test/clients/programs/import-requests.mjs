// Prints the requests that Postman, Bruno and Insomnia make of a document: those of operations without parameters in their path.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const packages = createRequire(join(process.cwd(), 'package.json'));
const text = readFileSync(process.argv[2], 'utf8');
// What they say meanwhile is not what this program prints.
console.log = console.error;

const enabled = (members = []) => members.filter(({ disabled, enabled = true }) => !disabled && enabled);
const pairs = (members) => enabled(members).map(({ name, key = name, value }) => [key, value]);
const leaves = (node, members) => node[members]?.flatMap((member) => leaves(member, members)) ?? [node];

const collection = await new Promise((resolve, reject) => {
  packages('openapi-to-postmanv2').convert({ type: 'string', data: text }, {}, (error, { result, reason, output } = {}) =>
    result ? resolve(output[0].data) : reject(error ?? new Error(reason)),
  );
});
const postman = leaves(collection, 'item').map(({ request }) => ({
  method: request.method,
  path: `/${request.url.path.join('/')}`,
  query: pairs(request.url.query),
  headers: pairs(request.header),
}));

const bruno = leaves(await packages('@usebruno/converters').openApiToBruno(JSON.parse(text)), 'items').map(({ request }) => ({
  method: request.method,
  path: request.url.replace('{{baseUrl}}', ''),
  query: pairs(request.params),
  headers: pairs(request.headers),
}));

const { resources } = (await packages('insomnia-importers').convert(text)).data;
const insomnia = resources.flatMap(({ _type, method, url, parameters, headers }) =>
  _type === 'request' ? [{ method, path: url.replace('{{ base_url }}', ''), query: pairs(parameters), headers: pairs(headers) }] : [],
);

const reads = (requests) =>
  requests.filter(({ method, path }) => method === 'GET' && /^\/v1\/(?!_health|openapi|webhooks\/live)[\w/-]+$/.test(path));
process.stdout.write(JSON.stringify({ Postman: reads(postman), Bruno: reads(bruno), Insomnia: reads(insomnia) }));
