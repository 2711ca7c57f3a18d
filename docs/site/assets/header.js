// The results of the header's search appear below its field, and the menu shows the link to the current page.
const finder = document.querySelector('.finder');
const input = document.querySelector('input[type=search]');

function connectSearch() {
  const results = finder.querySelector('.finds');
  const list = results.querySelector('ol');
  const close = () => void (results.hidden = true);
  input.addEventListener('input', async () => {
    const { find, foundText, itemOf } = await import('./finder.js');
    const words = input.value.trim();
    if (words === '') return close();
    const pages = find(words).slice(0, 6);
    list.replaceChildren(...pages.map(itemOf));
    results.querySelector('[role=status]').textContent = foundText(words, pages.length);
    results.hidden = false;
  });
  finder.addEventListener('keydown', (event) => {
    const places = [input, ...list.querySelectorAll('li > a')];
    const at = places.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'Enter' && at === 0 && input.value.trim() !== '') {
      location.href = new URL(`../search?q=${encodeURIComponent(input.value.trim())}`, import.meta.url);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && at >= 0 && !results.hidden) {
      event.preventDefault();
      places[Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), places.length - 1)].focus();
    }
  });
  // Following a link to a heading of the same page does not load a page.
  list.addEventListener('click', close);
  finder.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && !finder.contains(relatedTarget) && close());
  document.addEventListener('click', ({ target }) => finder.contains(target) || close());
}

const menu = document.querySelector('#menu');
function showCurrentPage() {
  const current = menu.querySelector('[aria-current]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

// The page of the search has its own field.
if (finder) connectSearch();
showCurrentPage();
menu.addEventListener('toggle', showCurrentPage);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  input.focus();
});
