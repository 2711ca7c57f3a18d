import { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { header, type Header } from './option-values.ts';
import { checkedUrl } from './settings.ts';
import { isWithoutTls, tlsFault } from './tls-faults.ts';

/** The service waits for ten seconds, including the time on the network. */
const deadlineMs = 9_000;

/** The same limit as that of the service. */
const maxHeaderBytes = 65_536;

/** Headers of the connection, which are not forwarded. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

const isOfService = (name: string): boolean =>
  connectionHeaders.has(name) || /^(content-|proxy-|service-|webhook-)|^user-agent$/.test(name);

/** Adds a header of the user to those of a repeatable option. Like an own header of an endpoint, it replaces none that only the service sends. */
export function forwardedHeader(text: string, before: readonly Header[] = []): Header[] {
  const headers = header(text, before);
  const names = headers.map(([name]) => name.toLowerCase());
  const name = names.at(-1)!;
  if (isOfService(name)) throw new InvalidArgumentError('Accepted: headers other than those that only the service sends.');
  if (names.indexOf(name) < before.length) throw new InvalidArgumentError('Accepted: each header once, regardless of case.');
  return headers;
}

/** A host with a port, or localhost, without a scheme. */
const withoutScheme = /^((\[[^\]]+\]|[^/:?#@]+):\d{1,5}|([^/:?#@]+\.)?localhost)(?=[/?#]|$)/i;

/** The URL of a program on this machine or in its network; `localhost:3000/hooks` means http. */
export function localUrl(text: string, option: string): string {
  return checkedUrl(withoutScheme.test(text) ? `http://${text}` : text, option);
}

/** Names below `.localhost` are this machine (RFC 6761); many resolvers do not know them. */
const lookupLocal: LookupFunction = (hostname, options, callback) => {
  lookup(/(^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname, options, callback);
};

/** Sends a delivery byte for byte to a program. Redirects are not followed. Rejects if no response arrives, with `TimeoutError` after the deadline. */
export async function postLocally(url: string, headers: readonly Header[], body: string | Uint8Array): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(deadlineMs);
  const options = { method: 'POST', lookup: lookupLocal, maxHeaderSize: maxHeaderBytes, signal };
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, options);
  for (const [name, value] of headers) if (!connectionHeaders.has(name.toLowerCase())) request.setHeader(name, value);
  try {
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end(body);
    const [response] = await answered;
    return response;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** The cause of a missing response, and the remedy. `option` is the option with the URL. */
export function remedyWithoutResponse(
  error: unknown,
  url: string,
  option: string,
): { error: 'timeout' | 'tls_error' | 'connection_error'; remedy: string } {
  const { origin, hostname } = new URL(url);
  const { name, message, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') {
    return {
      error: 'timeout',
      remedy: `${origin} did not respond within ${deadlineMs / 1_000} s. Respond first, and do the work afterwards.`,
    };
  }
  if (isWithoutTls(error)) return { error: 'tls_error', remedy: `${origin} does not use TLS. Use http:// in ${option}.` };
  const tls = tlsFault(error);
  if (tls?.fault === 'handshake') {
    const remedy = `the TLS handshake with ${origin} failed (${tls.reason}). Use http://, or TLS 1.2 or 1.3 without client certificates.`;
    return { error: 'tls_error', remedy };
  }
  if (tls) {
    const further = tls.fault === 'authority' ? 'set NODE_EXTRA_CA_CERTS' : 'replace the certificate';
    return { error: 'tls_error', remedy: `the certificate of ${origin} is not valid here (${tls.reason}). Use http://, or ${further}.` };
  }
  const remedies: Readonly<Record<string, string>> = {
    ECONNREFUSED: `nothing listens on ${origin}. Start your program, or use another ${option}.`,
    ENOTFOUND: `the name ${hostname} does not exist. Use another ${option}, such as http://localhost:3000/.`,
    ECONNRESET: `${origin} closed the connection without a response. Read the log of your program.`,
    HPE_HEADER_OVERFLOW: `the headers of the response of ${origin} exceed ${maxHeaderBytes / 1_024} KB. Send fewer headers and cookies.`,
  };
  const malformed = code.startsWith('HPE_') ? `the response of ${origin} is not valid HTTP: ${message}` : undefined;
  return { error: 'connection_error', remedy: remedies[code] ?? malformed ?? `${origin} cannot be reached: ${message || code}` };
}
