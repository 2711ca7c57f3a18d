import { shortMessage, shortStack, shortText } from '../log/log-fields.ts';

/** What a log line says of an error. */
export interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: SerializedError;
  readonly errors?: readonly SerializedError[];
  readonly [field: string]: unknown;
}

/**
 * Where and why something failed. Whatever else an error carries stays out: rows and statements that failed, with
 * their values, the URL that could not be read, the answer that could not be parsed.
 */
const fields = ['code', 'errno', 'syscall', 'address', 'port', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

/** SQLSTATE class 22 and JSON's own reader quote what they could not read. */
function withoutValues(error: Error): string {
  const { code } = error as { code?: unknown };
  const quotes = error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code));
  return quotes ? error.message.replace(/"[^]*"/, '"…"') : error.message;
}

/** The frames alone: the text before them repeats the message. */
function framesOf({ stack = '' }: Error): string {
  const start = stack.search(/\n {4}at /);
  return start < 0 ? '' : stack.slice(start);
}

const shortField = (value: unknown) => (typeof value === 'string' ? shortText(value) : value);

const deepest = 4;
const mostErrors = 8;

function serialized(error: unknown, depth: number): SerializedError | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  const { cause, parent, errors } = error as { cause?: unknown; parent?: unknown; errors?: unknown };
  const type = error.constructor?.name || error.name;
  const message = shortMessage(withoutValues(error));
  const reason = serialized(cause ?? parent, depth + 1);
  const each = Array.isArray(errors) ? errors.slice(0, mostErrors).flatMap((one) => serialized(one, depth + 1) ?? []) : [];
  return {
    type,
    message,
    ...Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(error, name) ? [[name, shortField(error[name as keyof Error])]] : []))),
    stack: shortStack(`${type}: ${message}${framesOf(error)}`),
    ...(reason && { cause: reason }),
    ...(each.length > 0 && { errors: each }),
  };
}

/** An error as log lines show it, with its causes; of other thrown values, their type. */
export function serializeError(error: unknown): SerializedError {
  return serialized(error, 0) ?? { type: typeof error, message: 'thrown value is not an error', stack: '' };
}
