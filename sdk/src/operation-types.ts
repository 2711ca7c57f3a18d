import type { InstantName } from './generated/operation.ts';
import type { AnswerInformation, CallOptions } from './call.ts';

/** Accepts a date for each instant, in objects and lists of any depth. Other types keep their names. */
type WithDates<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? WithDates<Item>[]
    : T extends object
      ? { [Name in keyof T]: Name extends InstantName ? T[Name] | Date : WithDates<T[Name]> }
      : T;

/** Instants may be given as dates. Merges what is intersected, so that an editor shows one plain object; keeps docstrings and works on each member of a union. */
type Merged<T> = T extends unknown ? { [Name in keyof T]: Name extends InstantName ? T[Name] | Date : WithDates<T[Name]> } : never;

type Given<T> = [Exclude<T, undefined>] extends [never] ? unknown : Exclude<T, undefined>;

/** Parameters that are the text `true` or `false`, and no other text, may be given as booleans. */
type WithBooleans<T> = { [Name in keyof T]: Exclude<T[Name], undefined> extends 'true' | 'false' ? T[Name] | boolean : T[Name] };

type InPath<Operation> = Operation extends { parameters: { path?: infer P } } ? Given<P> : unknown;
type InQuery<Operation> = Operation extends { parameters: { query?: infer Q } } ? WithBooleans<Given<Q>> : unknown;
type InHeader<Operation> = Operation extends { parameters: { header?: infer H } } ? Given<H> : unknown;
type InBody<Operation> = Operation extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : Operation extends { requestBody?: { content: { 'application/json': infer B } } }
    ? Partial<B>
    : unknown;

/** An edit requires the token that was read: as `etag`, or as the header `If-Match`. */
type WithToken<T> = 'If-Match' | 'etag' extends keyof T ? T & ({ etag: string } | { 'If-Match': string }) : T;

/** Every argument of an operation in one flat object: those in the path, in the query, and the members of the body. */
export type Arguments<Operation> = Merged<WithToken<InPath<Operation> & InQuery<Operation> & InHeader<Operation> & InBody<Operation>>>;

/** An operation without arguments. Settings such as `maxRetries` are the second argument of its method. */
export type NoArguments = { readonly [Setting in keyof CallOptions]?: 'Settings of a call are its second argument: ({}, { … })' };

/** The result of a call and its response. */
export interface ResultWithResponse<Result> {
  /** The result of the call. */
  readonly data: Result;
  /** The status, the headers and the request id of the last response. */
  readonly response: AnswerInformation;
}

/** The promise of a call. */
export interface CallPromise<Result> extends Promise<Result> {
  /** The result together with its response: `const { data, response } = await client.orders.list().withResponse()`. */
  withResponse(): Promise<ResultWithResponse<Result>>;
}
