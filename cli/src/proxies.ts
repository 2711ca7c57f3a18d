import http from 'node:http';
import { UsageError } from './exit-codes.ts';

const local = ['localhost', '127.0.0.1', '::1'];

/** Uses the proxies of the environment, except for connections to this machine. Node releases such as 20 do not support it. */
export function useProxies(environment: NodeJS.ProcessEnv): void {
  const http_proxy = environment['http_proxy'] || environment['HTTP_PROXY'];
  const https_proxy = environment['https_proxy'] || environment['HTTPS_PROXY'];
  if (!http_proxy && !https_proxy) return;
  const no_proxy = [environment['no_proxy'] || environment['NO_PROXY'], ...local].filter(Boolean).join(',');
  const { setGlobalProxyFromEnv } = http as unknown as { setGlobalProxyFromEnv?: (variables: NodeJS.ProcessEnv) => void };
  try {
    setGlobalProxyFromEnv?.({ ...(http_proxy && { http_proxy }), ...(https_proxy && { https_proxy }), no_proxy });
  } catch {
    // The address may contain a password.
    throw new UsageError('HTTP_PROXY or HTTPS_PROXY is not the address of a proxy, such as http://proxy.example.com:3128.');
  }
}
