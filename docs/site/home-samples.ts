import type { Contract, Parameter } from './contract.ts';

/** The response that the contract has as its example of a page of orders, with the first order alone. */
export function ordersExample(contract: Contract): string {
  const operation = contract.operations.find(({ operationId }) => operationId === 'listOrders')!;
  const media = operation.answers.find(({ status }) => status === '200')!.content!['application/json']!;
  const page = contract.exampleOf(media) as { readonly data: readonly object[] };
  return JSON.stringify({ ...page, data: page.data.slice(0, 1) }, null, 2);
}

/** A delivery as a receiver gets it: the headers that have to do with its sender, and the body. */
export function deliveryExample(contract: Contract): string {
  const { post } = contract.document.webhooks!['order.created']!;
  const headers = post.parameters
    .map((parameter) => contract.resolve<Parameter & { readonly deprecated?: boolean }>(parameter))
    .filter(
      ({ in: place, name, required, deprecated }) =>
        place === 'header' && required && !deprecated && /^Service-(?:Signature|Event)/.test(name),
    );
  const body = contract.exampleOf(post.requestBody.content['application/json']!);
  return [
    'POST /service HTTP/1.1',
    ...headers.map(({ name, example, schema }) => `${name}: ${String(example ?? schema.examples?.[0])}`),
    '',
    JSON.stringify(body, null, 2),
  ].join('\n');
}
