import type { IncomingHttpHeaders } from 'node:http';
import type { Release } from '../../access/request-context.ts';
import { Problem } from '../../problems/problem.ts';

export interface Releases {
  readonly all: readonly Release[];
  readonly current: Release;
}

/** Reads `Service-Version` or, if it is absent, the former brand's header: a release's exact name or date. */
export function versionReader(releases: Releases, formerBrand: string, versionsUrl: string): (headers: IncomingHttpHeaders) => Release {
  const byValue = new Map(releases.all.flatMap((release) => [[release.name, release] as const, [release.date, release] as const]));
  const former = `${formerBrand.toLowerCase()}-version`;
  return (headers) => {
    const value = headers['service-version'] ?? headers[former];
    if (value === undefined) {
      throw new Problem('missing_version', {
        detail: 'The Service-Version header is required: the version that the request is written for.',
        members: {
          current_version: releases.current.name,
          current_version_date: releases.current.date,
          example: `Service-Version: ${releases.current.name}`,
          documentation_url: versionsUrl,
        },
      });
    }
    const release = byValue.get(String(value));
    if (!release) {
      throw new Problem('unknown_version', {
        detail: `${JSON.stringify(value)} is not a released version. Send the exact name or date of a supported version.`,
        members: {
          supported_versions: releases.all.flatMap(({ name, date }) => [name, date]),
          documentation_url: versionsUrl,
        },
      });
    }
    return release;
  };
}
