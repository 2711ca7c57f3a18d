import type { Command } from '../commands.ts';

const textOf = ({ textContent }: HTMLElement) => textContent.replaceAll(/\s+/g, ' ').trim();

/** The buttons of the page's head and of its sections: what they do is permitted, and they say it. */
const actionsSelector = 'main .actions button:enabled, main .section-head button:enabled';

/** The actions and the menus of the page that is shown, in their order there. */
export function commandsOfPage(): Command[] {
  const actions = [...document.querySelectorAll<HTMLElement>(actionsSelector)].map((button, index) => ({
    id: `action-${index}`,
    group: 'Actions',
    title: textOf(button),
    run: () => {
      button.focus();
      button.click();
    },
  }));
  const navigations = [...document.querySelectorAll('nav[aria-label]')].toReversed();
  const links = navigations.flatMap((navigation, menu) =>
    [...navigation.querySelectorAll<HTMLAnchorElement>('a:not([aria-current])')].map((link, index) => ({
      id: `page-${menu}-${index}`,
      group: `Pages of ${navigation.getAttribute('aria-label')!}`,
      title: textOf(link),
      run: () => link.click(),
    })),
  );
  return [...actions, ...links];
}
