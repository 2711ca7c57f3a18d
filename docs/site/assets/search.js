// Finds pages by words, while they are typed. The index lies beside this file.
import MiniSearch from './minisearch.js';

const home = new URL('..', import.meta.url).href.replace(/\/$/, '');
const input = document.querySelector('#q');
const found = document.querySelector('#found');
const list = document.querySelector('#results');

const answer = await fetch(new URL('search.json', import.meta.url));
const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['path', 'title', 'heading', 'slug', 'text'] });
index.addAll((await answer.json()).map((section, id) => ({ ...section, id })));

function itemOf({ path, title, heading, slug, text }) {
  const link = document.createElement('a');
  link.href = `${home}${path}${slug ? `#${slug}` : ''}`;
  link.textContent = heading ? `${title}: ${heading}` : title;
  const excerpt = document.createElement('p');
  excerpt.textContent = text.slice(0, 160);
  const item = document.createElement('li');
  item.append(link, excerpt);
  return item;
}

function show() {
  const words = input.value.trim();
  const results = index.search(words, { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, heading: 3 } }).slice(0, 30);
  list.replaceChildren(...results.map(itemOf));
  if (words === '') found.textContent = 'Enter words to search for.';
  else found.textContent = results.length === 0 ? `No results for “${words}”.` : `${results.length} results for “${words}”.`;
}

input.value = new URLSearchParams(location.search).get('q') ?? '';
input.addEventListener('input', show);
input.focus();
show();
