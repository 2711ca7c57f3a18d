import type { InstantName } from './generated/operation.ts';
import type { ListenerEvent, LiveEvent } from './live-events.ts';
import type { PagedList } from './pages.ts';
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

type Content<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : Response extends { content: Record<string, infer Text> }
    ? Text
    : void;

/** The result of an operation that succeeds; `void` without a body. */
export type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Responses extends { 200: infer R }
    ? Content<R>
    : Responses extends { 201: infer R }
      ? Content<R>
      : Responses extends { 202: infer R }
        ? Content<R>
        : void
  : never;

/** Matches types without required members. */
type Nothing = Record<never, never>;

/** An operation without arguments. Settings such as `maxRetries` are the second argument of its method. */
export type NoArguments = { readonly [Setting in keyof CallOptions]?: 'Settings of a call are its second argument: ({}, { … })' };

type Streaming<Operation> = Operation extends { responses: { 200: { content: { 'text/event-stream': unknown } } } } ? true : false;

/** The events of a stream. */
type EventOf<Operation> = Operation extends { responses: { 200: { content: { 'text/event-stream': { event: infer Name } } } } }
  ? 'endpoints' extends KnownValues<Name>
    ? LiveEvent
    : ListenerEvent
  : never;

/** The known values of an open set. */
type KnownValues<T> = T extends unknown ? (string extends T ? never : T) : never;

/** A method that reads a stream, event by event, until it ends or the caller stops. */
export type Watch<Operation, Params = Arguments<Operation>> = Nothing extends Params
  ? (params?: Params, options?: CallOptions) => AsyncGenerator<EventOf<Operation>>
  : (params: Params, options?: CallOptions) => AsyncGenerator<EventOf<Operation>>;

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

/** A method that calls one operation. Its arguments may be omitted if none is required. */
export type Call<Operation, Params = Arguments<Operation>> = Nothing extends Params
  ? (params?: Params, options?: CallOptions) => CallPromise<Answer<Operation>>
  : (params: Params, options?: CallOptions) => CallPromise<Answer<Operation>>;

/** A method that reads every page of a list, item by item. */
export type CallAll<Operation, Item, Params = Arguments<Operation>> = Nothing extends Params
  ? (params?: Params, options?: CallOptions) => PagedList<Item>
  : (params: Params, options?: CallOptions) => PagedList<Item>;

type PagedItem<Operation> = [Answer<Operation>] extends [never]
  ? never
  : Answer<Operation> extends { data: readonly (infer Item)[]; next_cursor: string | null }
    ? Item
    : never;

/** The methods that read a whole list, each with the method that reads one page of it. */
interface MethodsOfPagedLists {
  /**
   * Every item of the list, read page by page as it is iterated, and its `pages()` the pages. The arguments are those of `list`.
   * `for await (const item of group.listAll({ … }))`
   */
  readonly listAll: 'list';
  /** Every failed delivery, read page by page as it is iterated, and its `pages()` the pages. The arguments are those of `listFailures`. */
  readonly listAllFailures: 'listFailures';
  /** Every delivery, read page by page as it is iterated, and its `pages()` the pages. The arguments are those of `listDeliveries`. */
  readonly listAllDeliveries: 'listDeliveries';
  /** Every row of an export, read page by page as it is iterated, and its `pages()` the pages. The arguments are those of `listRows`. */
  readonly listAllRows: 'listRows';
}

/** Names of methods by group, each with the id of its operation. */
export type MethodNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

type OperationAt<Operations, Id> = Id extends keyof Operations ? Operations[Id] : never;

/** The operation that a method for a whole list calls for each page. */
type OperationOf<Operations, Group, All extends keyof MethodsOfPagedLists> = MethodsOfPagedLists[All] extends keyof Group
  ? OperationAt<Operations, Group[MethodsOfPagedLists[All]]>
  : never;

/** The arguments of an operation: under their name where they have one. */
type ParamsAt<Operations, Params, Id> = Id extends keyof Params ? Params[Id] : Arguments<OperationAt<Operations, Id>>;

/** The client's methods, made from their names, the types of the operations and the named types of their arguments. */
export type Methods<Operations, Names, Params = unknown> = {
  readonly [Group in keyof Names]: {
    readonly [Name in keyof Names[Group]]: Streaming<OperationAt<Operations, Names[Group][Name]>> extends true
      ? Watch<OperationAt<Operations, Names[Group][Name]>, ParamsAt<Operations, Params, Names[Group][Name]>>
      : Call<OperationAt<Operations, Names[Group][Name]>, ParamsAt<Operations, Params, Names[Group][Name]>>;
  } & {
    // Their names stay as they are, so that an editor shows their comments.
    readonly [
      All in keyof MethodsOfPagedLists as [PagedItem<OperationOf<Operations, Names[Group], All>>] extends [never] ? never : All
    ]: CallAll<
      OperationOf<Operations, Names[Group], All>,
      PagedItem<OperationOf<Operations, Names[Group], All>>,
      MethodsOfPagedLists[All] extends keyof Names[Group] ? ParamsAt<Operations, Params, Names[Group][MethodsOfPagedLists[All]]> : never
    >;
  };
};
