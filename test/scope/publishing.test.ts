import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import type { TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';
import { Market, type Caller } from './publishing-market.ts';
import { byCallers, byOperators } from './publishing-operations.ts';
import { singleChecks, startWithCheck } from './row-level-security.ts';

const namesOf = (walks: object) => Object.keys(walks) as OperationId[];

describe.each(singleChecks)('%s:', (check) => {
  let service: TestService;
  let market: Market;

  beforeAll(async () => {
    service = await startWithCheck(check);
    await withoutRateLimits(service);
    market = await Market.open(service);
  });
  afterAll(async () => {
    await market.close();
    await service.close();
  });
  // Pending deliveries of an earlier test would be counted with the next one's.
  beforeEach(() => market.received());
  afterEach(() => market.settle());

  test.each(namesOf(byCallers))('%s publishes to each subscribed endpoint in scope and to no other, for every key', async (id) => {
    for (const caller of market.callers) {
      const wanted = await byCallers[id]!(market, caller);
      expect({ caller: caller.name, received: await market.received() }).toEqual({ caller: caller.name, received: wanted });
    }
  });

  test.each(namesOf(byOperators))('%s publishes to each subscribed endpoint and to no other, for every operator token', async (id) => {
    const { body } = await service.operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes: ['ingest'] });
    for (const [name, token] of Object.entries({
      OPERATOR_TOKEN: service.operatorToken,
      'a token that may ingest': body.token as string,
    })) {
      const call: Caller['call'] = async (method, path, sent) => {
        const response = await fetch(`${service.operatorUrl}/operator/v1/agencies/${market.agency.id}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
      };
      const wanted = await byOperators[id]!(market, { name, creatorIds: [], scopes: [], call });
      expect({ token: name, received: await market.received() }).toEqual({ token: name, received: wanted });
    }
  });
});
