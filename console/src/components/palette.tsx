import { Search } from 'lucide';
import { useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { finders, hasWords, type Command } from '../commands.ts';
import { counted } from '../format.ts';
import { useLocation } from 'wouter-preact';
import { serviceErrorOf, titleOf } from '../errors.ts';
import { Icon } from './icon.tsx';
import { useQuery } from '../use-query.ts';
import { operatorContext } from '../views.ts';
import { useModal } from './dialog.tsx';

/** A search starts after this pause in typing. */
const typingMs = 200;

const textOf = ({ textContent }: HTMLElement) => textContent.replaceAll(/\s+/g, ' ').trim();

/** The enabled buttons in the headers of the page and of its sections. A selected choice is not offered. */
const actionsSelector = ':is(main .actions, main .section-head) button:enabled:not([aria-pressed=true])';

/** The text of a button. In a group, the group's name precedes it, as `Time range: Last day`. */
function actionOf(button: HTMLElement): string {
  const choice = button.closest('[role=group]')?.getAttribute('aria-label');
  return choice ? `${choice}: ${textOf(button)}` : textOf(button);
}

/** The actions and the menus of the current page, in their order there. */
function commandsOfPage(): Command[] {
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

/** The commands of all finders for a text. Results for an earlier text are ignored. */
function useSearch(text: string) {
  const { data } = useQuery(
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, text === '' ? 0 : typingMs));
      signal.throwIfAborted();
      const results = await Promise.allSettled([...finders].map((find) => find.current(text, signal)));
      const commands = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const failed = results.find((result) => result.status === 'rejected');
      return { text, commands, error: failed && titleOf(serviceErrorOf(failed.reason)) };
    },
    [text],
  );
  return data;
}

/** Opens pages by name or id, and runs the actions of the page, using only the keyboard. */
export function Palette({ onClose }: { onClose(): void }) {
  const modal = useModal(onClose);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const text = typed.trim();
  const ofPage = useMemo(commandsOfPage, []);
  const found = useSearch(text);

  const own = ofPage.filter(({ title, group }) => text === '' || hasWords(`${title} ${group}`, text));
  const others = (found?.commands ?? []).filter(
    (command) => found!.text === text || hasWords(`${command.title} ${command.hint ?? ''}`, text),
  );
  const commands = new Map([...own, ...others].map((command) => [command.id, command]));
  const groups = [...Map.groupBy(commands.values(), ({ group }) => group)];
  const shown = groups.flatMap(([, of]) => of);
  const active = Math.max(
    shown.findIndex(({ id }) => id === activeId),
    0,
  );
  const optionId = (command: Command) => `${base}-${command.id}`;
  useLayoutEffect(() => list.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [active, shown.length]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    // The dialog restores the focus before the command moves it.
    modal.ref.current!.close();
    onClose();
    command.run();
  };
  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => (active + 1) % shown.length,
    ArrowUp: () => (active + shown.length - 1) % shown.length,
    PageDown: () => Math.min(active + 8, shown.length - 1),
    PageUp: () => Math.max(active - 8, 0),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character.
    if (event.isComposing) return;
    const move = moves[event.key];
    if (event.key === 'Enter') run(shown[active]);
    else if (move && shown.length > 0) setActiveId(shown[move()]!.id);
    else return;
    event.preventDefault();
  };
  const isSearching = found?.text !== text;
  const [path] = useLocation();
  // Only the finder of an agency finds its records.
  const isOutside = useContext(operatorContext) !== undefined && !path.startsWith('/agencies/') && /^(?=.*\d)[\w-]{6,}$/.test(text);
  const state = isSearching
    ? 'Searching…'
    : shown.length === 0
      ? `Nothing matches “${text}”.${isOutside ? ' Open an agency to search its orders and events.' : ''}`
      : `${counted(shown.length, 'result')}`;
  return (
    <dialog {...modal} class="dialog palette" aria-label="Search" onClick={({ target }) => target === modal.ref.current && onClose()}>
      <div class="palette-input">
        <Icon of={Search} />
        <input
          type="text"
          role="combobox"
          aria-label="Search by name or id"
          aria-expanded={shown.length > 0}
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          {...(shown[active] ? { 'aria-activedescendant': optionId(shown[active]) } : {})}
          placeholder="Name, id, page or action"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${base}-list`} class="palette-list" role="listbox" aria-label="Results">
        {groups.map(([group, of], index) => (
          <ul key={group} role="group" aria-labelledby={`${base}-group-${index}`}>
            <li id={`${base}-group-${index}`} role="presentation" class="palette-group quiet small">
              {group}
            </li>
            {of.map((command) => (
              <li
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === shown[active]}
                class="palette-option spread"
                onPointerMove={() => setActiveId(command.id)}
                onClick={() => run(command)}
              >
                <span class="palette-title ellipsis">{command.title}</span>{' '}
                {command.hint !== undefined && <span class="palette-hint quiet ellipsis">{command.hint}</span>}
              </li>
            ))}
          </ul>
        ))}
      </div>
      <p class="row spread palette-foot quiet small">
        <span role="status">
          {state}
          {!isSearching && found.error !== undefined && ` A part could not be searched: ${found.error}.`}
        </span>
        <span class="wide-only" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
      </p>
    </dialog>
  );
}
