import type { Request, RequestHandler, Response } from 'express';
import { limits } from '../../../generated/limits.ts';
import type { OperatorSessions } from '../../access/operators/operator-sessions.ts';
import { Problem, problems } from '../../problems/problem.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import { noStore } from '../steps/response-headers.ts';
import { bearerToken } from '../steps/authenticate.ts';
import { actorOf, firstOperator, type Operator, type OperatorAuthenticator } from '../steps/authenticate-operator.ts';
import { checkOperatorScope } from '../steps/check-scope.ts';
import { authorOf } from '../steps/contexts.ts';
import { addressOf } from '../connection/client-address.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { notFound } from '../steps/match-operation.ts';
import { readBody } from '../steps/read-body.ts';
import { LoginLimiter } from '../fairness/login-limiter.ts';

const path = '/console/session';
const body = { body: 'required', maxBodyBytes: 4_096 } as const;

/** Logins by one token: each is stored, also for a token that may change nothing else. */
const logins = { most: limits.sessionLogins, windowMs: 60_000, what: 'logins with this token were made within a minute' } as const;

/** Over TLS the browser itself holds the cookie to this host, this path and TLS. */
const cookieNames = { secure: '__Host-console', plain: 'console' };
const cookieName = (request: Request) => (request.secure ? cookieNames.secure : cookieNames.plain);

/** An operator with a session at the console. */
interface Visitor {
  readonly operator: Operator;
  readonly secret: string;
  readonly expiresAt: Date;
}

/** Whether the console’s own page sends the request: no page of another origin can set the header, or change what the browser says of it. */
function isOfOwnPage({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  return headers['x-requested-with'] === 'console' && (site === undefined || site === 'same-origin');
}

/** A session counts for requests of the console’s own page alone: that is what keeps other pages from using it. */
function requireOwnPage(request: Request): void {
  if (isOfOwnPage(request)) return;
  throw new Problem('missing_authorization', {
    detail:
      'A console session is accepted only from the console’s own page, which sends "x-requested-with: console". Otherwise send "Authorization: Bearer <token>".',
  });
}

/** Authenticates operators: with a token at each request, or with one at the console, whose session replaces it from then on. */
export class ConsoleAuthentication {
  readonly #authenticator: OperatorAuthenticator;
  readonly #sessions: OperatorSessions;
  readonly #logins = new LoginLimiter(logins);

  constructor(authenticator: OperatorAuthenticator, sessions: OperatorSessions) {
    this.#authenticator = authenticator;
    this.#sessions = sessions;
  }

  /** Who makes a request. A session counts only where no token is sent. */
  async admit(request: Request, response: Response): Promise<Operator> {
    const { authorization } = request.headers;
    const hasSession = authorization === undefined && this.#secretOf(request) !== undefined;
    if (hasSession) {
      const { operator, secret } = await this.#require(request);
      Object.assign(requestStateOf(response), { operator, sessionHash: this.#sessions.hashOf(secret), isKnown: true });
      return operator;
    }
    const operator = await this.#authenticator.identify(bearerToken(authorization), addressOf(request));
    Object.assign(requestStateOf(response), { operator, isKnown: true });
    return operator;
  }

  /** Login, logout, and who is logged in. */
  readonly serveSession: RequestHandler = async (request, response, next) => {
    if (request.path !== path) {
      next();
      return;
    }
    if (request.method === 'POST') await this.#logIn(request, response);
    else if (request.method === 'DELETE') await this.#logOut(request, response);
    else if (request.method === 'GET' || request.method === 'HEAD') this.#showVisitor(request, response, await this.#require(request));
    else throw notFound(request, { allow: ['GET', 'HEAD', 'POST', 'DELETE'] });
  };

  /** Any port and any host of the site can set a cookie of the name, and browsers do not say which is whose: of two, none counts. */
  #secretOf(request: Request): string | undefined {
    const { cookie = '' } = request.headers;
    const name = cookieName(request);
    const pairs = cookie.split(';').map((pair) => pair.trim());
    const given = new Set(pairs.filter((pair) => pair.split('=', 1)[0]!.trim() === name));
    const [pair] = given;
    if (given.size <= 1) return pair?.slice(pair.indexOf('=') + 1);
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

  async #logIn(request: Request, response: Response): Promise<void> {
    requireOwnPage(request);
    const given = (await readBody(body, request, response)) as { readonly token?: unknown } | null | undefined;
    const token = given?.token;
    if (typeof token !== 'string' || token === '') throw fieldRefusal('token', 'must be an operator token', 'type', problems);
    const operator = await this.#authenticator.identify(token, addressOf(request));
    // A session without a named token is one of OPERATOR_TOKEN.
    if (operator.id === null && operator !== firstOperator) checkOperatorScope(operator.scopes, 'all');
    await this.#logins.count(operator.id ?? '');
    const { secret, expiresAt } = await this.#sessions.open(authorOf(actorOf(operator), { request, response }));
    response.cookie(cookieName(request), secret, { ...this.#cookieOptions(request), expires: expiresAt });
    this.#showVisitor(request, response, { operator, secret, expiresAt });
  }

  /** Without a session, nothing is left to do. */
  async #logOut(request: Request, response: Response): Promise<void> {
    requireOwnPage(request);
    const visitor = await this.#find(request);
    if (visitor) await this.#sessions.end(visitor.secret, authorOf(actorOf(visitor.operator), { request, response }));
    response.clearCookie(cookieName(request), this.#cookieOptions(request));
    response.status(204).set(noStore).end();
  }

  #showVisitor({ method }: Request, response: Response, { operator: { name, scopes }, expiresAt }: Visitor): void {
    const text = Buffer.from(JSON.stringify({ name, scopes, expires_at: expiresAt.toISOString() }));
    response.set({ ...noStore, 'content-type': 'application/json; charset=utf-8', 'content-length': String(text.length) });
    response.end(method === 'HEAD' ? undefined : text);
  }

  #cookieOptions({ secure }: Request) {
    return { httpOnly: true, secure, sameSite: 'strict', path: '/' } as const;
  }
}
