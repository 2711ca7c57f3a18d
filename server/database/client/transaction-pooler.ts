const parameter = 'pool_mode=transaction';

/** The address of a pooler that lends its sessions for one transaction each: nothing that is set for a session lasts there. */
export function throughPooler(url: string): string {
  if (isThroughPooler(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}`;
}

export function isThroughPooler(url: string | undefined): boolean {
  return url?.split('?')[1]?.split('&').includes(parameter) ?? false;
}
