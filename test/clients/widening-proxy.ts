import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operationMatcher } from '../../server/http/steps/match-operation.ts';
import { jsonSchema, operationsOf, resolve, type ContractDocument, type Schema } from '../../spec/generate/contract.ts';

/** What the proxy adds to a value of a set, and to a number of 64 bits. */
export const later = (value: string) => `${value}_later`;
export const beyond = 2 ** 33;

/** A value as a later release may answer it: more members in every object, other values in sets, numbers that 32 bits cannot hold. */
export function widened(document: ContractDocument, part: Schema, value: unknown): unknown {
  const schema = resolve<Schema>(document, part);
  if (schema.oneOf !== undefined) {
    const { propertyName, mapping = {} } = schema.discriminator!;
    return widened(document, { $ref: mapping[(value as Record<string, string>)[propertyName]!]! }, value);
  }
  if (Array.isArray(value)) return value.map((item) => widened(document, schema.items!, item));
  if (typeof value === 'string') return schema['x-extensible-enum'] ? later(value) : value;
  if (typeof value === 'number') return schema.format === 'int64' ? value + beyond : value;
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const members = Object.entries(value).map(([name, member]) => [name, widened(document, schema.properties![name] ?? {}, member)]);
  return { ...Object.fromEntries(members), added_later: { texts: ['a', null], count: beyond } };
}

export interface WideningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy before the service, behind which it looks like a later release that kept every promise of the contract. */
export async function startWideningProxy(target: string, document: ContractDocument): Promise<WideningProxy> {
  const responses = new Map(operationsOf(document).map(({ id, responses: of }) => [id, of]));
  const match = operationMatcher(
    ([...responses.keys()] as OperationId[]).map((operationId) => ({ operationId, operation: operations[operationId] })),
  );

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length|accept-encoding)$/.test(name));
      const answer = await fetch(target + request.url, {
        method: request.method!,
        headers: { ...(Object.fromEntries(headers) as Record<string, string>), 'accept-encoding': 'identity' },
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      });
      const text = await answer.text();
      const operationId = match(request.method!, request.url!.split('?')[0]!).route?.operationId;
      const schema = operationId && jsonSchema(responses.get(operationId)?.[answer.status]?.content);
      const body = schema ? JSON.stringify(widened(document, schema, JSON.parse(text))) : text;
      const kept = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name));
      response.writeHead(answer.status, { ...Object.fromEntries(kept), 'x-added-later': '1' }).end(body);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
