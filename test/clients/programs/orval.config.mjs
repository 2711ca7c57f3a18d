export default {
  agency: {
    input: 'openapi.json',
    output: { target: 'client/index.ts', client: 'fetch', override: { mutator: { path: 'agency-fetch.ts', name: 'agencyFetch' } } },
  },
};
