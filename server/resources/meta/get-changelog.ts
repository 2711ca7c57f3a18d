import { changes } from '../../../generated/changelog.ts';
import type { Changelog } from '../../../generated/models/index.ts';
import { currentRelease, releases } from '../../../generated/releases.ts';
import type { OpenContext } from '../../access/request-context.ts';
import { escapeHtml, page, proseHtml } from './page.ts';

export function getChangelog(context: OpenContext): Changelog {
  context.setHeader('vary', 'accept');
  const changelog: Changelog = {
    releases: releases.map((release) => ({ ...release, current: release.name === currentRelease.name })),
    changes: changes.map((change) => ({ ...change })),
  };
  return context.prefersHtml ? (changelogPage(context, changelog) as unknown as Changelog) : changelog;
}

function changelogPage(context: OpenContext, changelog: Changelog): string {
  const releaseRows = changelog.releases.map(
    ({ name, date, current, description }) =>
      `<h2>${escapeHtml(name)} · ${date}${current ? ' · current' : ''}</h2><p>${proseHtml(description)}</p>`,
  );
  const changeRows = changelog.changes.map(({ title, description }) => `<h2>${escapeHtml(title)}</h2><p>${proseHtml(description)}</p>`);
  return page(context, 'Changelog', `${releaseRows.join('\n')}\n<h1>Changes on every release, newest first</h1>\n${changeRows.join('\n')}`);
}
