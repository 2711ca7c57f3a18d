// Generated from spec/ by `npm run generate`. Do not edit.

/** What the generator reads of the controllers to make the routes. It does nothing at run time. */
const method = (_path: string) => (_target: object, _name: string, _descriptor: PropertyDescriptor) => undefined;
const parameter = () => (_target: object, _name: string, _index: number) => undefined;

export const Route = () => (_controller: abstract new (...args: never[]) => object) => undefined;
export const Get = method;
export const Put = method;
export const Post = method;
export const Patch = method;
export const Delete = method;
export const Request = parameter;
export const Inject = parameter;
