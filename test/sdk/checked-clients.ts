import { createClient, type Client, type Fetch } from '../../sdk/src/index.ts';
import { createOperatorClient, type OperatorClient } from '../../sdk/src/operator.ts';
import { expectContract } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';

/** A `fetch` that rejects when an answer is not one that the contract declares. */
function checkedFetch(listener: 'public' | 'operator', address: string): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const text = await response.clone().text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const { status, headers } = response;
    expectContract(listener, init.method!, url.slice(address.length), {
      status,
      headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    });
    return response;
  };
}

/** A client of the service. Nothing is sent twice, and every answer is checked against the contract. */
export function clientOf({ baseUrl }: TestService, apiKey: string): Client {
  return createClient({ baseUrl, apiKey, maxRetries: 0, fetch: checkedFetch('public', baseUrl) });
}

/** The operator's client, in the same way. */
export function operatorOf({ operatorUrl, operatorToken }: TestService): OperatorClient {
  return createOperatorClient({ operatorUrl, operatorToken, maxRetries: 0, fetch: checkedFetch('operator', operatorUrl) });
}
