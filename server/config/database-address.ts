const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** The address of each host of an address that names one or several, in their order. */
export function addressesOf(url: string): string[] {
  const [, beginning, hosts, rest] = form.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${beginning}${host}${rest}`);
}

/** The address with several hosts in place of its own. */
export function withHostsOf(url: string, addresses: readonly string[]): string {
  const hosts = addresses.map((each) => form.exec(each)![2]!).join(',');
  return url.replace(form, (_, beginning: string, _host, rest: string) => `${beginning}${hosts}${rest}`);
}

const parameter = 'target_session_attrs';

/** What a session of the address must allow, as PostgreSQL's own programs read it; several hosts are standbys of each other. */
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
