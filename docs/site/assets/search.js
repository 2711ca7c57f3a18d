// The page of the search: results appear as words are typed.
import { find, foundText, itemOf } from './finder.js';

const input = document.querySelector('#q');

function show() {
  const words = input.value.trim();
  const pages = words === '' ? [] : find(words);
  document.querySelector('#results').replaceChildren(...pages.map(itemOf));
  document.querySelector('#all').hidden = words !== '';
  document.querySelector('#found').textContent = foundText(words, pages.length);
}

input.value = new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', show);
input.focus();
show();
