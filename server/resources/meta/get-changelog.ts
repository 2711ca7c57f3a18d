import { changes } from '../../../generated/changelog.ts';
import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { Changelog } from '../../../generated/models/index.ts';
import { currentRelease, releases } from '../../../generated/releases.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { escapeHtml, page, proseHtml } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

const everywhere: Changelog = {
  releases: releases.map((release) => ({ ...release, current: release.name === currentRelease.name })),
  changes: changes.map((change) => ({ ...change })),
};

function article(changelog: Changelog): string {
  const releaseRows = changelog.releases.map(
    ({ name, date, current, description }) =>
      `<h2>${escapeHtml(name)} · ${date}${current ? ' · current' : ''}</h2><p>${proseHtml(description)}</p>`,
  );
  const changeRows = changelog.changes.map(({ title, description }) => `<h2>${escapeHtml(title)}</h2><p>${proseHtml(description)}</p>`);
  return `${releaseRows.join('\n')}\n<h1>Changes on every release, newest first</h1>\n${changeRows.join('\n')}`;
}

/** Makes the changelog of this installation, as JSON and as a page. */
export function changelogReader({
  fillIn,
}: Pick<MetaDependencies, 'fillIn'>): (context: ContextOf<'getChangelog'>) => TextAnswer<'text/html'> | Changelog {
  const changelog = fillIn(everywhere);
  const html = article(changelog);
  return (context) => {
    context.setHeader('vary', 'accept');
    return context.prefersHtml ? page(context, 'Changelog', html) : changelog;
  };
}
