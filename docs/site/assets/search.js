// Finds pages by words. The index lies beside this file.
import MiniSearch from './minisearch.js';

const query = new URLSearchParams(location.search).get('q') ?? '';
const found = document.querySelector('#found');
const home = new URL('..', import.meta.url).href.replace(/\/$/, '');
document.querySelector('#q').value = query;

if (query === '') {
  found.textContent = 'Enter words to search for.';
} else {
  const answer = await fetch(new URL('search.json', import.meta.url));
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['path', 'title', 'heading', 'slug', 'text'] });
  index.addAll((await answer.json()).map((section, id) => ({ ...section, id })));
  const options = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, heading: 3 } };
  const results = index.search(query, options).slice(0, 30);
  found.textContent = results.length === 0 ? `Nothing was found for “${query}”.` : `${results.length} results for “${query}”.`;
  for (const { path, title, heading, slug, text } of results) {
    const link = document.createElement('a');
    link.href = `${home}${path}${slug ? `#${slug}` : ''}`;
    link.textContent = heading ? `${title}: ${heading}` : title;
    const excerpt = document.createElement('p');
    excerpt.textContent = text.slice(0, 160);
    const item = document.createElement('li');
    item.append(link, excerpt);
    document.querySelector('#results').append(item);
  }
}
