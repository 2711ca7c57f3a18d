import { Search } from 'lucide';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { finders, hasWords, type Command } from '../commands.ts';
import { counted } from '../format.ts';
import { serviceErrorOf, titleOf } from '../errors.ts';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';
import { commandsOfPage } from './page-commands.ts';

/** Typing is over when nothing was typed for so long. */
const typingMs = 200;

interface Found {
  /** What was searched. */
  readonly text: string;
  readonly commands: readonly Command[];
  /** Why a part of it could not be searched. */
  readonly trouble?: string;
}

/** What the open pages find for a text. Results for an earlier text are not shown. */
function useFound(text: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const ending = new AbortController();
    const search = async () => {
      const results = await Promise.allSettled([...finders].map((find) => find.current(text, ending.signal)));
      if (ending.signal.aborted) return;
      const commands = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const refused = results.find((result) => result.status === 'rejected');
      setFound({ text, commands, ...(refused ? { trouble: titleOf(serviceErrorOf(refused.reason)) } : {}) });
    };
    const timer = setTimeout(() => void search(), text === '' ? 0 : typingMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  return found;
}

const withoutDuplicates = (commands: readonly Command[]) => [...new Map(commands.map((command) => [command.id, command])).values()];

interface OptionProps {
  readonly command: Command;
  readonly id: string;
  readonly isActive: boolean;
  onPoint(): void;
  onRun(): void;
}

function Option({ command: { title, hint }, id, isActive, onPoint, onRun }: OptionProps) {
  return (
    <li id={id} role="option" aria-selected={isActive} class="palette-option" onPointerMove={onPoint} onClick={onRun}>
      <span class="palette-title">{title}</span> {hint !== undefined && <span class="palette-hint">{hint}</span>}
    </li>
  );
}

/** Goes to anything by its name or id, and does what the page offers, with the keyboard alone. */
export function Palette({ onClose }: { onClose(): void }) {
  const modal = useModal(onClose);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const text = typed.trim();
  const ofPage = useMemo(commandsOfPage, []);
  const found = useFound(text);

  const own = ofPage.filter(({ title, group }) => text === '' || hasWords(`${title} ${group}`, text));
  const commands = withoutDuplicates([
    ...own,
    ...(found?.commands ?? []).filter((command) => found!.text === text || hasWords(`${command.title} ${command.hint ?? ''}`, text)),
  ]);
  const groups = [...Map.groupBy(commands, ({ group }) => group)];
  const shown = groups.flatMap(([, of]) => of);
  const active = Math.max(
    shown.findIndex(({ id }) => id === activeId),
    0,
  );
  const optionId = (command: Command) => `${base}-${command.id}`;
  useLayoutEffect(() => list.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [active, shown.length]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    // The dialog gives the focus back before the command moves it.
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
  const state = isSearching ? 'Searching…' : shown.length === 0 ? `Nothing matches “${text}”.` : `${counted(shown.length, 'result')}`;
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
            <li id={`${base}-group-${index}`} role="presentation" class="palette-group">
              {group}
            </li>
            {of.map((command) => (
              <Option
                key={command.id}
                command={command}
                id={optionId(command)}
                isActive={command === shown[active]}
                onPoint={() => setActiveId(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </ul>
        ))}
      </div>
      <p class="palette-foot">
        <span role="status">
          {state}
          {!isSearching && found.trouble !== undefined && ` A part could not be searched: ${found.trouble}.`}
        </span>
        <span class="palette-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
      </p>
    </dialog>
  );
}
