/** SQLSTATEs of damaged files (`XX001`, `XX002`, `58P01`) and of tables that the service did not create (class 42). */
const dataErrors = /^(?:XX00[12]|58P01|42(?:P01|P07|703|701|704|710|883|P06))$/;

/** Advice about a failure of the embedded database. Most failures have causes outside the data, such as a full disk. */
export function causeAdvice(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && dataErrors.test(code)) return 'restore it or set another DATA_DIR';
  }
  return 'the data may be intact: keep it, remove the cause and start again';
}
