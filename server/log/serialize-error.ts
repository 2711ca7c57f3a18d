import { shortMessage, shortStack, shortText } from './log-fields.ts';

export interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: SerializedError;
  readonly errors?: readonly SerializedError[];
  readonly [field: string]: unknown;
}

/** The members of an error that are logged. Others may contain secrets or personal data: rows, statements with their values, URLs, responses. */
const fields = ['code', 'errno', 'syscall', 'address', 'port', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

/** Errors of SQLSTATE class 22 and of `JSON.parse` quote their input. */
function withoutValues(error: Error): string {
  const { code } = error as { code?: unknown };
  const quotes = error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code));
  return quotes ? error.message.replace(/"[^]*"/, '"…"') : error.message;
}

/** The frames of the stack without the text before them, which repeats the message. */
function framesOf({ stack = '' }: Error): string {
  const start = stack.search(/\n {4}at /);
  return start < 0 ? '' : stack.slice(start);
}

const shortField = (value: unknown) => (typeof value === 'string' ? shortText(value) : value);

const deepest = 4;
const maxErrors = 8;

function serialized(error: unknown, depth: number): SerializedError | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  const { cause, parent, errors } = error as { cause?: unknown; parent?: unknown; errors?: unknown };
  const type = error.constructor?.name || error.name;
  const message = shortMessage(withoutValues(error));
  const reason = serialized(cause ?? parent, depth + 1);
  const each = Array.isArray(errors) ? errors.slice(0, maxErrors).flatMap((one) => serialized(one, depth + 1) ?? []) : [];
  return {
    type,
    message,
    ...Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(error, name) ? [[name, shortField(error[name as keyof Error])]] : []))),
    stack: shortStack(`${type}: ${message}${framesOf(error)}`),
    ...(reason && { cause: reason }),
    ...(each.length > 0 && { errors: each }),
  };
}

/** An error with its causes, as a field of a log line. Another thrown value is logged as its type. */
export function serializeError(error: unknown): SerializedError {
  return serialized(error, 0) ?? { type: typeof error, message: 'thrown value is not an error', stack: '' };
}
