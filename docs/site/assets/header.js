// The search of the header, whose results appear below it, and the menu of narrow screens, which opens in place.
const search = document.querySelector('.top .search');

function addSearch() {
  const place = document.createElement('div');
  place.className = 'finder';
  place.setAttribute('role', 'search');
  const input = document.createElement('input');
  input.type = 'search';
  input.className = 'find';
  input.placeholder = 'Search ( / )';
  input.autocomplete = 'off';
  input.setAttribute('aria-label', 'Search the documentation');
  const found = document.createElement('div');
  found.className = 'finds';
  found.hidden = true;
  const count = document.createElement('p');
  count.setAttribute('role', 'status');
  const list = document.createElement('ol');
  found.append(count, list);
  place.append(input, found);
  search.replaceWith(place);

  const close = () => void (found.hidden = true);
  const links = () => [...list.querySelectorAll('li > a')];
  input.addEventListener('input', async () => {
    const { find, foundText, itemOf } = await import('./finder.js');
    const words = input.value.trim();
    if (words === '') return close();
    const pages = find(words).slice(0, 6);
    list.replaceChildren(...pages.map(itemOf));
    count.textContent = foundText(words, pages.length);
    found.hidden = false;
  });
  place.addEventListener('keydown', (event) => {
    const places = [input, ...links()];
    const at = places.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'Enter' && at === 0 && input.value.trim() !== '') {
      location.href = `${search.href}?q=${encodeURIComponent(input.value.trim())}`;
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && at >= 0 && !found.hidden) {
      event.preventDefault();
      places[Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), places.length - 1)].focus();
    }
  });
  // Following a link to a heading of the same page does not load a page.
  list.addEventListener('click', close);
  place.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && !place.contains(relatedTarget) && close());
  document.addEventListener('click', ({ target }) => place.contains(target) || close());
}

function addMenu() {
  const link = document.querySelector('.to-menu');
  const menu = document.querySelector('#menu');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'to-menu';
  button.textContent = 'Menu';
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', 'menu');
  const set = (isOpen) => {
    menu.classList.toggle('is-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => set(!menu.classList.contains('is-open')));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.classList.contains('is-open')) return;
    set(false);
    button.focus();
  });
  link.replaceWith(button);
  // Next in the order of the keyboard as it is next on the screen.
  document.querySelector('.columns').prepend(menu);
  menu.classList.add('in-place');
}

// The page of the search has its own field.
if (document.querySelector('#q')) search.hidden = true;
else addSearch();
addMenu();
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  document.querySelector('input[type=search]').focus();
});
