import type { Request, RequestHandler, Response } from 'express';
import { limits } from '../../../generated/limits.ts';
import type { OperatorSessions } from '../../access/operators/operator-sessions.ts';
import { Problem } from '../../problems/problem.ts';
import { bearerToken } from '../steps/authenticate.ts';
import { actorOf, firstOperator, type Operator, type operatorAuthenticator } from '../steps/authenticate-operator.ts';
import { checkOperatorScope } from '../steps/check-scope.ts';
import { authorOf } from '../steps/contexts.ts';
import { noStore } from '../steps/response-headers.ts';
import { addressOf } from '../connection/client-address.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { notFound } from '../steps/match-operation.ts';
import { countTry, TryWindows } from '../fairness/try-limit.ts';
import { readCredential, sendSession } from './session-exchange.ts';

const path = '/console/session';

/** Logins per token are limited, because each is stored, even for a token with read access only. */
const logins = { most: limits.sessionLogins, windowMs: 60_000 };

/** With this prefix the browser restricts the cookie to this host, this path and TLS. */
const cookieName = (request: Request) => (request.secure ? '__Host-console' : 'console');

/** An operator with a session at the console. */
interface Visitor {
  readonly operator: Operator;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Throws unless the console’s own page sends the request: no page of another origin can set this header or change `sec-fetch-site`. */
function requireOwnPage({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  if (headers['x-requested-with'] === 'console' && (site === undefined || site === 'same-origin')) return;
  throw new Problem('missing_authorization', {
    detail:
      'A console session is accepted only from the console’s own page, which sends "x-requested-with: console". Otherwise send "Authorization: Bearer <token>".',
  });
}

/** Authenticates operators by a token, or by the session at the console that replaces the token after a login. */
export class ConsoleAuthentication {
  readonly #identify: ReturnType<typeof operatorAuthenticator>;
  readonly #sessions: OperatorSessions;
  readonly #logins = new TryWindows(logins);

  constructor(identify: ReturnType<typeof operatorAuthenticator>, sessions: OperatorSessions) {
    this.#identify = identify;
    this.#sessions = sessions;
  }

  /** A session counts only if no token is sent. */
  async authenticate(request: Request, response: Response): Promise<void> {
    const { authorization } = request.headers;
    const state = requestStateOf(response);
    if (authorization === undefined && this.#secretOf(request) !== undefined) {
      const { operator, secret } = await this.#require(request);
      Object.assign(state, { operator, sessionHash: this.#sessions.hashOf(secret), isAuthenticated: true });
      return;
    }
    const operator = await this.#identify(bearerToken(authorization), addressOf(request));
    Object.assign(state, { operator, isAuthenticated: true });
  }

  /** Login, logout, and the operator who is logged in. */
  readonly serveSession: RequestHandler = async (request, response, next) => {
    const { method } = request;
    if (request.path !== path) next();
    else if (method === 'POST') await this.#logIn(request, response);
    else if (method === 'DELETE') await this.#logOut(request, response);
    else if (method === 'GET' || method === 'HEAD') await this.#sendSession(request, response);
    else throw notFound(request, { allow: ['GET', 'HEAD', 'POST', 'DELETE'] });
  };

  /**
   * Other ports and hosts of the site can set a cookie of the same name, and the server cannot distinguish them. Two different ones are
   * refused.
   */
  #secretOf(request: Request): string | undefined {
    const { cookie = '' } = request.headers;
    const name = cookieName(request);
    const pairs = cookie.split(';').map((pair) => pair.trim());
    const [pair, other] = new Set(pairs.filter((each) => each.split('=', 1)[0]!.trim() === name));
    if (other === undefined) return pair?.slice(pair.indexOf('=') + 1);
    throw new Problem('missing_authorization', {
      detail: `The browser sent more than one cookie "${name}": a page on another port or host set one. Delete the cookies of this site and log in again.`,
    });
  }

  async #find(request: Request): Promise<Visitor | undefined> {
    const secret = this.#secretOf(request);
    const found = secret === undefined ? undefined : await this.#sessions.find(secret);
    if (!found) return undefined;
    const { tokenId, name, scopes, expiresAt } = found;
    return { operator: tokenId === null ? firstOperator : { id: tokenId, name: name!, scopes: scopes! }, secret: secret!, expiresAt };
  }

  async #require(request: Request): Promise<Visitor> {
    requireOwnPage(request);
    const visitor = await this.#find(request);
    if (visitor) return visitor;
    throw new Problem('missing_authorization', { detail: 'You are not logged in, or the session has ended. Log in again.' });
  }

  /** An empty object without a cookie: the page asks before each login, and browsers log a refusal as an error. */
  async #sendSession(request: Request, response: Response): Promise<void> {
    requireOwnPage(request);
    if (this.#secretOf(request) === undefined) sendSession(request, response, {});
    else this.#sendVisitor(request, response, await this.#require(request));
  }

  async #logIn(request: Request, response: Response): Promise<void> {
    requireOwnPage(request);
    const token = await readCredential('token', 'must be an operator token', request, response);
    const operator = await this.#identify(token, addressOf(request));
    // A session without a named token is one of OPERATOR_TOKEN.
    if (operator.id === null && operator !== firstOperator) checkOperatorScope(operator.scopes, 'all');
    await countTry(this.#logins, operator.id ?? '', `${logins.most} logins with this token were made within a minute.`);
    const { secret, expiresAt } = await this.#sessions.open(authorOf(actorOf(operator), { request, response }));
    response.cookie(cookieName(request), secret, { ...this.#cookieOptions(request), expires: expiresAt });
    this.#sendVisitor(request, response, { operator, secret, expiresAt });
  }

  async #logOut(request: Request, response: Response): Promise<void> {
    requireOwnPage(request);
    const visitor = await this.#find(request);
    if (visitor) await this.#sessions.end(visitor.secret, authorOf(actorOf(visitor.operator), { request, response }));
    response.clearCookie(cookieName(request), this.#cookieOptions(request));
    response.status(204).set(noStore).end();
  }

  #sendVisitor(request: Request, response: Response, { operator: { name, scopes }, expiresAt }: Visitor): void {
    sendSession(request, response, { name, scopes, expires_at: expiresAt.toISOString() });
  }

  #cookieOptions({ secure }: Request) {
    return { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;
  }
}
