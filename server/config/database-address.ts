const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host of an address, in their order. */
export function addressesOf(url: string): string[] {
  const [, beginning, hosts, rest] = form.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${beginning}${host}${rest}`);
}

/** The address with the hosts of other addresses. */
export function withHostsOf(url: string, addresses: readonly string[]): string {
  const hosts = addresses.map((each) => form.exec(each)![2]!).join(',');
  return url.replace(form, (_, beginning: string, _host, rest: string) => `${beginning}${hosts}${rest}`);
}

const parameter = 'target_session_attrs';

/** Whether a session must be on the primary, by libpq's parameter. Several hosts are standbys of each other. */
export function needsPrimary(url: string): boolean {
  const given = url
    .split('?')[1]
    ?.split('&')
    .find((each) => each.startsWith(`${parameter}=`));
  return given === undefined ? addressesOf(url).length > 1 : given !== `${parameter}=any`;
}

export function asPrimary(url: string): string {
  return url.includes(`${parameter}=`) ? url : `${url}${url.includes('?') ? '&' : '?'}${parameter}=read-write`;
}
