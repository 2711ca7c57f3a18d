import type { Changelog } from '../../../generated/models.ts';
import { changes, currentRelease, releases } from '../../../generated/releases.ts';
import { framedPageResponse } from '../../pages/page-responses.ts';
import { escapeHtml, proseHtml } from '../../pages/prose.ts';
import type { FillIn } from '../../config/installation.ts';
import type { Dependencies, Handler } from '../handler.ts';

const everywhere: Changelog = {
  releases: releases.map((release) => ({ ...release, current: release.name === currentRelease.name })),
  changes: changes.map((change) => ({ ...change })),
};

/** The same id as in the feed. */
function headingId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function article(changelog: Changelog): string {
  const releaseRows = changelog.releases.map(
    ({ name, date, current, description }) =>
      `<div id="${headingId(name)}"><h2>${escapeHtml(name)} · ${date}${current ? ' · current' : ''}</h2><p>${proseHtml(description)}</p></div>`,
  );
  const changeRows = changelog.changes.map(
    ({ title, date, description }) =>
      `<div id="${headingId(title)}"><h2>${escapeHtml(title)}</h2><p><time datetime="${date}">${date}</time></p><p>${proseHtml(description)}</p></div>`,
  );
  return `${releaseRows.join('\n')}\n<p>Changes on every release, newest first, also as a <a href="docs/changelog.atom">feed</a>:</p>\n${changeRows.join('\n')}`;
}

export function installedChangelog(fillIn: FillIn): Dependencies['changelog'] {
  const changelog = fillIn(everywhere);
  return { changelog, html: article(changelog) };
}

export const getChangelog: Handler<'getChangelog', 'changelog' | 'site'> = async (
  _request,
  context,
  { changelog: { changelog, html }, site },
) => {
  context.setHeader('vary', 'accept');
  return context.preferred(['json', 'html']) === 'html' ? framedPageResponse(site, context, 'Changelog', html) : changelog;
};
