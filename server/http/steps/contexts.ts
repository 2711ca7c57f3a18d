import type { Problems, ProblemSlug } from '../../../generated/problems.ts';
import type { Actor, Author } from '../../access/audit/author.ts';
import type { Idempotency } from '../../access/idempotency/idempotency.ts';
import type { KeyIdentity, OpenContext, OperatorContext, Release, RequestContext } from '../../access/request-context.ts';
import type { ScopedModels } from '../../access/scope/scoped-models.ts';
import type { OperatorModels } from '../../orm/operator-models.ts';
import { problems } from '../../problems/problem.ts';
import { addressOf } from '../connection/client-address.ts';
import { actorOf, type Operator } from './authenticate-operator.ts';
import { shortForLog } from './request-id.ts';
import { requestStateOf, type Caller, type Exchange as WholeExchange } from './request-state.ts';

type Exchange = Pick<WholeExchange, 'request' | 'response'>;

/** The author of a request in the audit log. */
export function authorOf(actor: Actor, { request, response }: Exchange): Author {
  return { ...actor, address: addressOf(request) || null, requestId: shortForLog(requestStateOf(response).requestId) };
}

abstract class CallContext implements Problems<ProblemSlug> {
  readonly problem = problems.problem;
  readonly path: string;
  protected readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.path = exchange.request.path;
    this.exchange = exchange;
  }

  setHeader(name: string, value: string): void {
    this.exchange.response.setHeader(name, value);
  }
}

export class OpenCallContext extends CallContext implements OpenContext {
  preferred<Type extends string>(types: readonly [Type, ...Type[]]): Type {
    return (this.exchange.request.accepts(...types) || types[0]) as Type;
  }
}

abstract class AuthoredContext extends CallContext {
  readonly idempotency: Idempotency;
  readonly #actor: Actor;

  constructor(exchange: Exchange, actor: Actor, idempotency: Idempotency) {
    super(exchange);
    this.idempotency = idempotency;
    this.#actor = actor;
  }

  get author(): Author {
    return authorOf(this.#actor, this.exchange);
  }
}

export class KeyContext extends AuthoredContext implements RequestContext {
  readonly release: Release;
  readonly agency: { readonly id: string; readonly name: string };
  readonly key: KeyIdentity;
  readonly data: ScopedModels;

  constructor(exchange: Exchange, { release, actor, admission }: Caller, data: ScopedModels, idempotency: Idempotency) {
    super(exchange, actor, idempotency);
    const { agencyId, agencyName, keyId, label, prefix, scopes, expiresAt, link } = admission;
    this.release = release;
    this.agency = { id: agencyId, name: agencyName };
    this.key = { id: keyId, linkId: link?.id ?? null, label, prefix, scopes, expiresAt };
    this.data = data;
  }
}

export class OperatorCallContext extends AuthoredContext implements OperatorContext {
  readonly accept: string | undefined;
  readonly data: OperatorModels;

  constructor(exchange: Exchange, operator: Operator, data: OperatorModels, idempotency: Idempotency) {
    super(exchange, actorOf(operator), idempotency);
    this.accept = exchange.request.headers.accept;
    this.data = data;
  }
}
