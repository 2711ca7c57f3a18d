const parameter = 'pool_mode=transaction';

/** Marks the address of a pooler that lends sessions for one transaction each, so that settings of a session do not last. */
export function throughPooler(url: string): string {
  if (isThroughPooler(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}`;
}

export function isThroughPooler(url: string | undefined): boolean {
  return url?.split('?')[1]?.split('&').includes(parameter) ?? false;
}
