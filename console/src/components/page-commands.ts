import type { Command } from '../commands.ts';

const textOf = ({ textContent }: HTMLElement) => textContent.replaceAll(/\s+/g, ' ').trim();

/** The buttons of the page's head and of its sections: what they do is permitted, and they say it. A choice that is made is not offered. */
const actionsSelector = ':is(main .actions, main .section-head) button:enabled:not([aria-pressed=true])';

/** What a button does. One of several to choose from has the name of the choice before it, as `Time range: Last day`. */
function actionOf(button: HTMLElement): string {
  const choice = button.closest('[role=group]')?.getAttribute('aria-label');
  return choice ? `${choice}: ${textOf(button)}` : textOf(button);
}

/** The actions and the menus of the page that is shown, in their order there. */
export function commandsOfPage(): Command[] {
  const actions = [...document.querySelectorAll<HTMLElement>(actionsSelector)].map((button, index) => ({
    id: `action-${index}`,
    group: 'Actions',
    title: actionOf(button),
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
