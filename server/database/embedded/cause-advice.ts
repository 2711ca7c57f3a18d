/** PostgreSQL reports damaged files, or tables other than those that the service made: `XX001`, `XX002`, `58P01` and parts of class 42. */
const ofData = /^(?:XX00[12]|58P01|42(?:P01|P07|703|701|704|710|883|P06))$/;

/** What to do about a failure of the embedded database. Most have causes outside the data, such as a full disk. */
export function causeAdvice(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && ofData.test(code)) return 'restore it or set another DATA_DIR';
  }
  return 'the data may be intact: keep it, remove the cause and start again';
}
